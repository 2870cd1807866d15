import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type Props = { href: string; className?: string; children: ReactNode }

/** The link above a page's title that leads back. */
export const BackLink = ({ href, className, children }: Props) => (
  <Link
    href={href}
    prefetch={false}
    className={cn(
      'inline-flex min-h-11 items-center gap-2 text-sm text-muted transition-colors',
      'hover:text-tungsten',
      className,
    )}
  >
    <ArrowLeft aria-hidden="true" className="size-4" />
    <span>{children}</span>
  </Link>
)

/** Shown without scripting: a sentence, and what to do without it. */
export const NoScriptNotice = ({ text, children }: { text: string; children: ReactNode }) => (
  <noscript>
    <div
      className={
        'my-8 grid justify-items-start gap-3 rounded-lg border border-l-4 border-line ' +
        'border-l-tungsten bg-raised p-4'
      }
    >
      <p>{text}</p>
      <div>{children}</div>
    </div>
  </noscript>
)
