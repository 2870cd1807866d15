'use client'
import { useLocale, useTranslations } from 'next-intl'
import { lengthKey, lengthOf } from '@/lib/availability/rules'
import type { ClosedBooking, MailText, Why } from '@/lib/closings/schema'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { hourText, longDate } from '@/lib/time'

/** What a booking in closed time is: who, what, when, and its money. */
export function useBookingWords() {
  const t = useTranslations('admin.closings')
  const lengths = useTranslations('admin.durations')
  const locale = toLocale(useLocale())
  return (row: ClosedBooking) => ({
    when: t('when', { date: longDate(row.date, locale), time: row.time }),
    who: `${row.client} #${row.id}`,
    what: [row.service, lengths(lengthKey(lengthOf(row)), { hours: row.hours }), row.room]
      .filter(Boolean)
      .join(' · '),
    money: [
      t(`kinds.${row.kind}`),
      ...(row.paidSen > 0 ? [t('paid', { amount: formatRM(row.paidSen) })] : []),
      ...(row.owedSen > 0 ? [t('owed', { amount: formatRM(row.owedSen) })] : []),
    ].join(' · '),
  })
}

/** Why its time is closed. */
export function useWhy() {
  const t = useTranslations('admin.closings.why')
  const locale = toLocale(useLocale())
  return (why: Why): string => {
    if (why.kind === 'block')
      return why.reason === null ? t('block') : t('blockFor', { reason: why.reason })
    const date = longDate(why.date, locale)
    if (why.kind === 'holiday') return t('holiday', { name: why.name, date })
    const [opens, closes] = [hourText(why.opens), hourText(why.closes)]
    return why.season === null
      ? t('hours', { date, opens, closes })
      : t('season', { date, opens, closes, name: why.season })
  }
}

/** A mail as its customer would read it. */
export function MailWords({ title, mail }: { title: string; mail: MailText | null }) {
  const t = useTranslations('admin.closings')
  return (
    <div className="grid gap-1 rounded-md border border-line bg-ground/40 p-3 text-sm">
      <p className="eyebrow">{title}</p>
      {mail === null ? (
        <p className="text-muted">{t('noMail')}</p>
      ) : (
        <>
          <p className="font-semibold wrap-anywhere">{mail.subject}</p>
          {mail.sentences.map((sentence) => (
            <p key={sentence} className="wrap-anywhere">
              {sentence}
            </p>
          ))}
        </>
      )}
    </div>
  )
}
