import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { locale as rootLocale } from 'next/root-params'
import { holidayOption, serviceOption } from '@/components/booking/options'
import { PlainDetails } from '@/components/booking/plain-details'
import { Messages } from '@/components/intl'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { BackLink } from '@/components/layout/page-links'
import { buttonVariants } from '@/components/ui/button-variants'
import { availability, holidayList, nextSlots } from '@/lib/availability/queries'
import { lengthOf, lengthRefusal, MOST_OFFERED } from '@/lib/availability/rules'
import { offeredDurations, plainPath } from '@/lib/bookings/rules'
import { plainChoice, type PlainChoice, type RefusedBooking } from '@/lib/bookings/schema'
import { studioServices } from '@/lib/catalog/queries'
import { newToken, visitorOf } from '@/lib/http/request'
import { refusedForm } from '@/lib/http/refused-form'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { lengthsSetting, taxSetting } from '@/lib/settings/queries'

// The whole page is rendered per request: no part of it may wait for a script to be put in place.
export const instant = false

type Props = PageProps<'/[locale]/booking/plain/details'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [t, { form }] = [await getTranslations('plainBooking.meta'), await searchParams]
  return { title: t(form ? 'problem' : 'details'), robots: { index: false, follow: false } }
}

/** The form that follows the choice of a time, shown again with its errors when it was refused. */
export default async function PlainDetailsPage({ searchParams }: Props) {
  const choice = plainChoice.parse(await searchParams)
  const locale = toLocale(await rootLocale())
  const [rows, t] = await Promise.all([studioServices(), getTranslations('plainBooking.details')])
  const row = rows.find(({ id }) => id === choice.service)
  const service = row && serviceOption(row, locale)
  const { severalHours } = await lengthsSetting()
  const isOffered =
    service &&
    offeredDurations(service.rates).some((duration) => duration === choice.duration) &&
    lengthRefusal(choice, severalHours) === null
  const back = pathIn(locale, plainPath('choose', { ...choice, time: undefined, form: undefined }))
  return (
    <div className="wrap pt-6">
      <BackLink href={back}>{t('back')}</BackLink>
      <h1 className="mt-3 mb-8 text-2xl sm:text-3xl">
        {(await getTranslations('plainBooking'))('title')}
      </h1>
      {isOffered ? (
        <Messages namespaces={['payment']}>
          <PlainDetails
            service={service}
            length={lengthOf(choice)}
            when={choice.when}
            day={choice.date}
            holidays={(await holidayList()).map((holiday) => holidayOption(holiday, locale))}
            tax={await taxSetting()}
            {...await formOf(choice, service.id)}
          />
        </Messages>
      ) : (
        <Alert>
          <AlertTitle>{t('missing')}</AlertTitle>
          <AlertDescription>{t('missingNote')}</AlertDescription>
          <Link
            href={back}
            prefetch={false}
            className={buttonVariants({ className: 'mt-3 justify-self-start' })}
          >
            {t('choose')}
          </Link>
        </Alert>
      )}
    </div>
  )
}

/** The chosen time, or alternatives when it is not free, and the earlier input. */
async function formOf(choice: PlainChoice, serviceId: number) {
  const { date, time, duration, hours, when, form } = choice
  const visitor = visitorOf({ cookies: await cookies() })
  const asker = { serviceId, duration, hours, visitorHash: visitor.hash, now: new Date() }
  const locale = toLocale(await rootLocale())
  const refused =
    form && visitor.token
      ? await refusedForm({ endpoint: 'bookings', key: form, visitorToken: visitor.token })
      : null
  const day = date && time ? (await availability(date, locale, asker)).dto : null
  const isFree = day && time && [...day.availableSlots, ...day.heldByYou].includes(time)
  const others = isFree
    ? []
    : await nextSlots(MOST_OFFERED, {
        ...asker,
        withOwnHold: true,
        from: date,
        part: when,
        perDay: MOST_OFFERED,
      })
  return {
    start: isFree && date ? { date, time } : null,
    others,
    closed: day?.closed ? { reason: day.reason } : null,
    formKey: form ?? newToken(),
    refused: refused as RefusedBooking | null,
    isStale: form !== undefined && refused === null,
  }
}
