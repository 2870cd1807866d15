import { getTranslations } from 'next-intl/server'
import { Link } from '@/components/admin/frame/link'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Entry } from '@/lib/admin/calendar/schema'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'

type Props = {
  days: readonly string[]
  /** The one asked for. */
  date: string
  previous: string
  next: string
  view: 'week' | 'day'
  locale: Locale
  lines: readonly CrewLine[]
}

/** With the room's name, in a house with several. */
export type CrewLine = Entry & { room: string | null }

/** The sessions of a week as lists, for those who run them: nothing here changes anything. */
export async function CrewCalendar({ days, date, previous, next, view, locale, lines }: Props) {
  const t = await getTranslations('admin.calendar')
  const to = (date: string) => {
    const query = new URLSearchParams({ ...(view === 'day' && { view }), date })
    return `${pathIn(locale, '/admin/calendar')}?${query}`
  }
  const button = buttonVariants({ variant: 'outline' })
  return (
    <section aria-label={t('heading')} className="grid max-w-2xl gap-5">
      <p className="flex flex-wrap gap-2">
        <Link href={to(previous)} className={button}>
          {t('previous')}
        </Link>
        <Link href={pathIn(locale, '/admin/calendar')} className={button}>
          {t('today')}
        </Link>
        <Link href={to(next)} className={button}>
          {t('next')}
        </Link>
        <Link href={`${pathIn(locale, '/admin/calendar/sheet')}?date=${date}`} className={button}>
          {t('printDay')}
        </Link>
      </p>
      {days.map((day) => (
        <section key={day} className="grid gap-2">
          <h2 className="text-sm font-semibold">{longDate(day, locale)}</h2>
          <Day lines={lines.filter((line) => line.date === day)} locale={locale} />
        </section>
      ))}
    </section>
  )
}

async function Day({ lines, locale }: { lines: readonly CrewLine[]; locale: Locale }) {
  const t = await getTranslations('admin.calendar')
  if (lines.length === 0) return <p className="text-sm text-muted">{t('empty')}</p>
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-raised px-3.5">
      {lines.map(({ id, kind, from, to, booking, reason, room }) => (
        <li key={`${kind} ${id}`} className="relative grid gap-0.5 py-3">
          <p className="figures text-sm text-muted">
            {[`${from}–${to}`, room, kind === 'hold' && t('hold')].filter(Boolean).join(' · ')}
          </p>
          {booking ? (
            <Link
              href={pathIn(locale, `/admin/bookings/${booking.id}`)}
              className="font-semibold wrap-anywhere after:absolute after:inset-0"
            >
              {booking.client}
            </Link>
          ) : (
            <p className="wrap-anywhere">{reason ?? t('block')}</p>
          )}
          {booking && <p className="text-sm text-muted">{booking.service}</p>}
        </li>
      ))}
    </ul>
  )
}
