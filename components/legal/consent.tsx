import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { pathIn } from '@/lib/i18n/path'

/**
 * What a customer accepts by paying; shown under the booking policy wherever a payment is made.
 * Needs the message namespace `legal.consent`.
 */
export function Consent() {
  return <Line text="consent" className="text-xs" />
}

/**
 * A link to the privacy notice; shown at the end of every form that asks for personal details.
 * Needs the message namespace `legal.notice`.
 */
export function DataNotice({ className }: { className?: string }) {
  return <Line text="notice" className={cn('text-sm', className)} />
}

function Line({ text, className }: { text: 'consent' | 'notice'; className: string }) {
  const [t, common, locale] = [useTranslations('legal'), useTranslations('common'), useLocale()]
  // In a new tab: input in the form must not be lost.
  const to = (path: string) => (words: ReactNode) => (
    <a
      href={pathIn(locale, path)}
      target="_blank"
      rel="noopener"
      className="underline decoration-tungsten/60 underline-offset-4 hover:text-fg hover:decoration-tungsten"
    >
      <span>{words}</span>
      <span className="sr-only"> ({common('newTab')})</span>
    </a>
  )
  return (
    <p key={text} className={cn('text-muted', className)}>
      {t.rich(text, { terms: to('/terms'), privacy: to('/privacy') })}
    </p>
  )
}
