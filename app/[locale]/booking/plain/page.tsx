import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { locale as rootLocale } from 'next/root-params'
import { holidayOption, serviceOption } from '@/components/booking/options'
import { BackLink } from '@/components/layout/page-links'
import { PlainSteps } from '@/components/booking/plain-choice'
import { ReachUs } from '@/components/booking/reach-us'
import { closedDays, holidayList, hoursSetting, nextSlots } from '@/lib/availability/queries'
import { lengthRefusal, MOST_OFFERED } from '@/lib/availability/rules'
import { offeredDurations } from '@/lib/bookings/rules'
import { plainChoice } from '@/lib/bookings/schema'
import { studioServices } from '@/lib/catalog/queries'
import { visitorOf } from '@/lib/http/request'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { lengthsSetting, site, taxSetting } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'

// The whole page is rendered per request: no part of it may wait for a script to be put in place.
export const instant = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('plainBooking.meta')
  return { title: t('title'), robots: { index: false, follow: false } }
}

/** Booking without script: all choices are in the address (docs/decisions/025). */
export default async function PlainBookingPage({
  searchParams,
}: PageProps<'/[locale]/booking/plain'>) {
  const requested = plainChoice.parse(await searchParams)
  const [locale, visitor] = [toLocale(await rootLocale()), visitorOf({ cookies: await cookies() })]
  const [rows, holidays, closed, hours, { severalHours }, tax, studio] = await Promise.all([
    studioServices(),
    holidayList(),
    closedDays(locale),
    hoursSetting(locale),
    lengthsSetting(),
    taxSetting(),
    site(),
  ])
  const services = rows.map((row) => serviceOption(row, locale))
  const service = services.find(({ id }) => id === requested.service)
  const duration =
    (service && offeredDurations(service.rates).find((one) => one === requested.duration)) ??
    'hourly'
  const isLength = lengthRefusal({ duration, hours: requested.hours }, severalHours) === null
  const choice = { ...requested, duration, hours: isLength ? requested.hours : 1 }
  const { date, time } = choice
  const now = new Date()
  const starts = service
    ? await nextSlots(MOST_OFFERED, {
        serviceId: service.id,
        duration: choice.duration,
        hours: choice.hours,
        visitorHash: visitor.hash,
        withOwnHold: true,
        now,
        from: date,
        part: choice.when,
        after: date && time ? { date, time } : null,
        perDay: MOST_OFFERED,
      })
    : []
  const [t, booking] = [await getTranslations('plainBooking'), await getTranslations('booking')]
  return (
    <div className="wrap pt-6">
      <BackLink href={pathIn(locale, '/')}>{booking('back')}</BackLink>
      <h1 className="mt-3 text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="measure mt-3 text-muted">{t('lead')}</p>
      <p className="measure mt-2 mb-10 text-sm text-muted">
        {t.rich('usual', {
          link: (text) => (
            <Link
              href={pathIn(locale, '/booking')}
              prefetch={false}
              className="text-tungsten underline underline-offset-4"
            >
              {text}
            </Link>
          ),
        })}
      </p>
      {services.length === 0 ? (
        <p className="rounded-lg border border-line bg-card p-6">{booking('service.empty')}</p>
      ) : (
        <PlainSteps
          choice={choice}
          services={services}
          severalHours={severalHours}
          tax={tax}
          holidays={holidays.map((holiday) => holidayOption(holiday, locale))}
          closed={closed.find((day) => day.date === date)}
          starts={starts}
          today={studioDate(now)}
        />
      )}
      <ReachUs studio={studio} hours={hours} />
    </div>
  )
}
