'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { serverNow } from '@/components/browser/clock'
import type { StartTime } from '@/lib/availability/rules'
import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { useFreeNow } from './free-now'

// Read only after a slot arrived, so never during hydration.
const isElsewhere = () => new Date(serverNow()).getTimezoneOffset() !== -8 * 60

/** The booking page, with a day and a time when there are any. */
export const bookingAt = (locale: Locale, start: StartTime | null): string =>
  pathIn(locale, start ? `/booking?date=${start.date}&time=${start.time}` : '/booking')

/**
 * The next free slot from the live calendar; on any failure it remains a link to the booking page.
 */
export function NextSlot({ date }: { date: DateWords }) {
  const [t, common] = [useTranslations('pages.home.slot'), useTranslations('common')]
  const [locale, free] = [useLocale(), useFreeNow()]
  const found = free === 'loading' ? null : (free?.slot ?? null)
  return (
    <Link href={bookingAt(locale, found)} prefetch={false} className="slot group">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${found ? 'bg-meter' : 'bg-edge'}`}
      />
      <span aria-live="polite" className="slot-text figures">
        {free === 'loading' && <span className="text-sm text-muted">{t('loading')}</span>}
        {free !== 'loading' && !found && <span className="font-semibold">{t('fallback')}</span>}
        {found && (
          <>
            <span className="text-xs text-muted">{t('label')}</span>
            {isElsewhere() && <span className="text-xs text-muted">{common('studioTime')}</span>}
            <span className="text-lg font-semibold group-hover:text-tungsten">{`${dateText(date, found.date)}, ${found.time}`}</span>
          </>
        )}
      </span>
    </Link>
  )
}
