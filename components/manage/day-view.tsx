'use client'
import { useTranslations } from 'next-intl'
import { minutesAndSeconds } from '@/components/checkout/hold-timer'
import { useNow } from '@/components/browser/use-now'
import { useSite } from '@/components/layout/site-context'
import { buttonVariants } from '@/components/ui/button-variants'
import type { VisitTimes } from '@/lib/bookings/schema'
import { wazeLink } from '@/lib/settings/links'
import { daysBetween, endOfSpan, MINUTE_MS, studioDate, studioTime, toInstant } from '@/lib/time'

const PREPARE_MINUTES = 30
const ARRIVE_MINUTES = 15

const hoursAndMinutes = (seconds: number) =>
  `${Math.floor(seconds / 3600)}:${minutesAndSeconds(seconds % 3600)}`

/**
 * How far away the session is: in days before it, on the day as a countdown with the schedule and the
 * way, and afterwards what follows.
 */
export function DayView({ visit }: { visit: VisitTimes }) {
  const [t, common] = [useTranslations('manage.day'), useTranslations('common')]
  const studio = useSite()
  const now = useNow(1_000)
  // A week is counted down day by day.
  const spans = visit.days.map(({ date, from, to }) => ({
    from: toInstant(date, from).getTime(),
    to: endOfSpan(date, from, to).getTime(),
  }))
  const next = now === null ? undefined : spans.find(({ to }) => to > now)
  if (now === null) return <div className="h-24" />
  if (!next) return <p className="text-muted">{t('over')}</p>

  const days = daysBetween(studioDate(new Date(now)), studioDate(new Date(next.from)))
  if (days > 0)
    return (
      <p
        className={
          'grid h-24 content-center border-l-4 border-line pl-5 font-display text-2xl ' +
          'font-semibold figures'
        }
      >
        <span>{t('inDays', { days })}</span>
        <span className="font-sans text-sm font-normal text-muted">{t('inDaysNote')}</span>
      </p>
    )
  const isOn = now >= next.from
  const clock = hoursAndMinutes(Math.ceil(((isOn ? next.to : next.from) - now) / 1_000))
  const at = (minutes: number) => studioTime(new Date(next.from - minutes * MINUTE_MS))
  return (
    <section
      aria-labelledby="day-view"
      className={
        'grid gap-x-10 gap-y-5 rounded-lg border p-5 sm:grid-cols-[auto_1fr] sm:items-center sm:p-6 ' +
        (isOn ? 'border-onair bg-onair/10' : 'border-tungsten/50 bg-tungsten/8')
      }
    >
      <div>
        <h2 id="day-view" className="text-base">
          {t(isOn ? 'on' : 'today')}
        </h2>
        <p
          role="timer"
          className={
            'font-display text-5xl font-semibold figures ' +
            (isOn ? 'text-onair-soft' : 'text-tungsten')
          }
        >
          {clock}
        </p>
      </div>
      <ol className="grid gap-1.5 text-sm figures">
        <li>{t('prepare', { time: at(PREPARE_MINUTES) })}</li>
        <li className="font-semibold">{t('arrive', { time: at(ARRIVE_MINUTES) })}</li>
        <li>{t('start', { from: at(0), to: studioTime(new Date(next.to)) })}</li>
      </ol>
      <p className="flex flex-wrap gap-3 sm:col-span-2">
        {[
          { href: studio.directions, label: t('directions') },
          { href: wazeLink(studio.geo), label: 'Waze' },
        ]
          .filter(({ href }) => href !== '')
          .map(({ href, label }) => (
            <a
              key={label}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonVariants({ variant: 'outline' })}
            >
              <span>{label}</span>
              <span className="sr-only">{` (${common('newTab')})`}</span>
            </a>
          ))}
      </p>
    </section>
  )
}
