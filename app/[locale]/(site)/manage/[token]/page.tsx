import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { holidayOption } from '@/components/booking/offers'
import { VisitDetails } from '@/components/checkout/visit'
import { EditingOffer } from '@/components/editing/doors'
import { Messages } from '@/components/intl'
import { GuestView } from '@/components/manage/guest-view'
import { ManageIsland } from '@/components/manage/manage-island'
import { PayerIsland } from '@/components/manage/payer-island'
import { OrderView } from '@/components/manage/order-view'
import { Receipts } from '@/components/manage/receipts'
import { PolicyNotice } from '@/components/checkout/policy-notice'
import { ReadAgain } from '@/components/browser/seen-again'
import { TestBanner } from '@/components/layout/test-banner'
import { Skeleton } from '@/components/ui/skeleton'
import { closedDays } from '@/lib/availability/queries'
import { concerning, hoursOfSome } from '@/lib/rooms/house'
import { hoursSetting, shownHolidays } from '@/lib/rooms/queries'
import { bookingOfToken, guestVisit, managedBooking, paidByCompany } from '@/lib/bookings/manage'
import { PAY_TOKEN } from '@/lib/bookings/paths'
import type { Managed, VisitTimes } from '@/lib/bookings/schema'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { managedOrder, opensOrder } from '@/lib/orders/queries'
import { billingOfToken } from '@/lib/receipts/billing'
import { documentsOfToken } from '@/lib/receipts/queries'
import { site, visitFacts } from '@/lib/settings/queries'
import { siteUrl } from '@/lib/seo/site-url'
import { ramadans, visitWithin, type Period } from '@/lib/settings/visit'

type Props = PageProps<'/[locale]/manage/[token]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [booking, payer, order] = await Promise.all([
    getTranslations('manage.meta'),
    getTranslations('manage.payer'),
    getTranslations('orderPage'),
  ])
  const { token } = await params
  const isOrder = await opensOrder(token)
  return {
    title: isOrder ? order('title') : PAY_TOKEN.test(token) ? payer('meta') : booking('title'),
    robots: { index: false, follow: false },
    referrer: 'no-referrer',
  }
}

/**
 * A booking's or an order's own page (docs/decisions/020 C10). The token in the address grants
 * access; middleware answers an unknown one with 404.
 */
export default async function ManagePage({ params }: Props) {
  const common = await getTranslations('common')
  return (
    <>
      <ReadAgain />
      <div data-no-print>
        <TestBanner text={common('testPayments')} />
      </div>
      <div className="purchase wrap min-h-dvh pt-10 print:pt-0">
        <Suspense fallback={<Loading />}>
          <Opened params={params} />
        </Suspense>
      </div>
    </>
  )
}

const PAYING = [
  ...(['manage', 'booking', 'payment', 'legal.consent'] as const),
  ...(['confirmation.confirming', 'confirmation.later', 'confirmation.unknown'] as const),
  ...(['confirmation.refundFailed', 'confirmation.ticket.payment', 'moneyPlaces'] as const),
]

async function Opened({ params }: Pick<Props, 'params'>) {
  await connection() // the clock below is that of the request
  const [{ token }, locale] = [await params, toLocale(await rootLocale())]
  const now = new Date()
  const paid = await paidByCompany(token, locale, now)
  return paid ? (
    <Messages namespaces={[...PAYING, 'purchase.payer', 'receipt.kinds', 'transfer']}>
      <PayerIsland initial={paid} token={token} />
    </Messages>
  ) : (
    <Own token={token} locale={locale} now={now} />
  )
}

type OwnProps = { token: string; locale: Locale; now: Date }

async function Own({ token, locale, now }: OwnProps) {
  const [booking, movable, visit, order, holidays, closed, hours, studio, facts] =
    await Promise.all([
      managedBooking(token, locale, now),
      bookingOfToken(token),
      guestVisit(token, locale),
      managedOrder(token),
      shownHolidays(),
      closedDays(locale),
      hoursSetting(locale),
      site(),
      visitFacts(locale),
    ])
  const [documents, billing] = await Promise.all([
    documentsOfToken(token),
    booking || order ? billingOfToken(token, now) : null,
  ])
  const receipts = billing && <Receipts {...{ token, locale, documents, billing }} />
  if (order)
    return (
      <OrderView order={order} token={token} locale={locale} studio={studio} receipts={receipts} />
    )
  if (!booking && !visit) notFound()
  const room = (booking ?? visit)?.room
  const possible = movable?.roomIds ?? []
  return (
    <Messages
      namespaces={[
        ...PAYING,
        'purchase.unpaid',
        'purchase.upgrade',
        ...(room ? (['rooms'] as const) : []),
        ...(booking?.transfer ? (['transfer'] as const) : []),
      ]}
    >
      {booking && (
        <ManageIsland
          initial={booking}
          token={token}
          guestUrl={siteUrl() + pathIn(locale, `/manage/${booking.guestToken}`)}
          hours={hoursOfSome(hours, possible)}
          holidays={concerning(possible, holidays).map((holiday) => holidayOption(holiday, locale))}
          closedDays={concerning(possible, closed)}
        />
      )}
      {receipts && (
        <div data-no-print className="mt-8">
          {receipts}
        </div>
      )}
      <AfterSession booking={booking} />
      {visit && <GuestView visit={visit} />}
      {booking?.status !== 'cancelled' && (
        <VisitDetails
          studio={studio}
          hours={room ? hoursOfSome(hours, [room.id]) : hours}
          facts={visitWithin(facts, stayOf(booking ?? visit), ramadans(holidays))}
        />
      )}
      {booking && (
        <div data-no-print className="mt-6">
          <PolicyNotice />
        </div>
      )}
    </Messages>
  )
}

/** What is offered once a session is over. */
const AfterSession = ({ booking }: { booking: Managed | null }) =>
  booking?.status === 'completed' && <EditingOffer />

/** The days of a session. */
const stayOf = (session: VisitTimes | null): Period => ({
  from: session?.days[0]?.date ?? '',
  to: session?.days.at(-1)?.date ?? '',
})

/** The booking's place until it has been read, in its final size. */
const Loading = () => (
  <div aria-hidden="true" className="grid gap-8">
    <Skeleton className="h-10 w-64 max-w-full" />
    <Skeleton className="h-6 w-80 max-w-full" />
    <Skeleton className="h-24" />
    <Skeleton className="h-96 w-full rounded-lg" />
  </div>
)
