import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { pathIn } from '@/lib/i18n/path'

/**
 * What somebody accepts by paying; stands under the booking policy where one pays. The island
 * around it has `legal.consent` in its messages.
 */
export function Consent() {
  return <Line text="consent" className="text-xs" />
}

/**
 * Where what is typed into a form is explained; stands at the end of every form that asks for a
 * person's details. The island around it has `legal.notice` in its messages.
 */
export function DataNotice({ className }: { className?: string }) {
  return <Line text="notice" className={cn('text-sm', className)} />
}

function Line({ text, className }: { text: 'consent' | 'notice'; className: string }) {
  const [t, common, locale] = [useTranslations('legal'), useTranslations('common'), useLocale()]
  // In a tab of its own: what is typed beside it must not be lost.
  const to = (path: string) => (words: ReactNode) => (
    <a
      href={pathIn(locale, path)}
      target="_blank"
      rel="noopener"
      className="underline decoration-tungsten/60 underline-offset-4 hover:text-fg hover:decoration-tungsten"
    >
      {words}
      <span className="sr-only"> ({common('newTab')})</span>
    </a>
  )
  return (
    <p className={cn('text-muted', className)}>
      {t.rich(text, { terms: to('/terms'), privacy: to('/privacy') })}
    </p>
  )
}
