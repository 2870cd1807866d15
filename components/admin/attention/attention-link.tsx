import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'

/** One line above the bookings while something waits for the owner; nothing otherwise. */
export function AttentionLink({ count, href }: { count: number; href: string }) {
  const t = useTranslations('admin.attention')
  if (count === 0) return null
  return (
    <Link
      href={href}
      prefetch={false}
      className="flex min-h-11 items-center gap-2.5 rounded-lg border border-l-4 border-onair/50 border-l-onair bg-raised px-4 py-2 text-sm hover:bg-card"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-onair-soft" />
      <span className="underline underline-offset-4">{t('waiting', { count })}</span>
    </Link>
  )
}
