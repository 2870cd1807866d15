import { ChevronLeft } from 'lucide-react'
import { Link } from '@/components/admin/frame/link'

/** From one of a list back to the list. */
export const ToList = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm text-muted hover:text-fg"
  >
    <ChevronLeft aria-hidden="true" className="size-4" />
    <span className="underline underline-offset-4">{children}</span>
  </Link>
)
