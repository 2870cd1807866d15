'use client'
import { CalendarClock } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Suspense, useCallback, useRef, useState } from 'react'
import type { BookingOptions } from '@/components/booking/options'
import { prepareNotices } from '@/components/browser/notice'
import { MoneyPlaces } from '@/components/checkout/money-places'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { lazyPart } from '@/components/ui/part'
import type { Managed } from '@/lib/bookings/schema'
import { smallRestSen } from '@/lib/bookings/status'
import { pathIn } from '@/lib/i18n/path'
import { formatRM } from '@/lib/money'
import { fetchManaged } from './api'
import { DayView } from './day-view'
import { MovePanel } from './move-panel'
import { PayPanel } from './pay-panel'
import { SessionCard, SessionStatusBadge } from './session-card'
import { Tools } from './tools'
import { useManagedPayment } from './use-managed-payment'
import { useNewest } from './use-newest'
import { PaymentStanding } from './payment-standing'
import { UpgradePanel } from './upgrade-panel'

// Only bookings that wait for a transfer have it.
const TransferPanel = lazyPart(() =>
  import('./transfer-panel').then((module) => module.TransferPanel),
)

type ManageProps = { initial: Managed; token: string; guestUrl: string } & Pick<
  BookingOptions,
  'hours' | 'holidays' | 'closedDays'
>

/**
 * The booking's own page (docs/decisions/020 C10): its state, and what its customer can do with it.
 */
export function ManageIsland({
  initial,
  token,
  guestUrl,
  hours,
  holidays,
  closedDays,
}: ManageProps) {
  const t = useTranslations('manage')
  const [booking, setBooking] = useNewest(initial)
  const [moving, setMoving] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const router = useRouter()

  // As the page opened: what it shows is read again once the payment is settled.
  const [first] = useState(initial.payable ? ('unpaid' as const) : ('upgrade' as const))
  const followed = useManagedPayment(token, first, setBooking, fetchManaged)
  const { follow } = followed
  const paid = useCallback(() => follow('unpaid'), [follow])
  const upgraded = useCallback(() => follow('upgrade'), [follow])
  const refresh = useCallback(
    () => void fetchManaged(token).then(setBooking, () => undefined),
    [token, setBooking],
  )
  const moved = (next: Managed) => {
    setBooking(next)
    setMoving(false)
    router.refresh() // what the server's part says depends on the day
    // The panel with the pressed button is gone: the focus goes to what has changed.
    heading.current?.focus()
  }

  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
            {t('title')}
          </h1>
          <SessionStatusBadge booking={booking} />
        </div>
        <p data-no-print className="wrap-anywhere text-muted">
          {t('lead', { name: booking.firstName, id: booking.id })}
        </p>
      </header>
      {booking.status === 'confirmed' && (
        <div data-no-print>
          <DayView visit={booking} />
        </div>
      )}
      <PaymentStanding {...followed} />
      {!booking.payable && <Standing booking={booking} />}
      {booking.transfer && followed.view?.kind !== 'confirming' && (
        <Suspense>
          <TransferPanel
            booking={{ ...booking, transfer: booking.transfer }}
            token={token}
            onSent={refresh}
            onPaid={paid}
          />
        </Suspense>
      )}
      {booking.payable && !booking.transfer && followed.view?.kind !== 'confirming' && (
        <PayPanel booking={booking} token={token} onPaid={paid} onStale={refresh} />
      )}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 content-start gap-8">
          <SessionCard booking={booking} />
          {booking.status === 'confirmed' && (
            <section
              data-no-print
              aria-labelledby="move-title"
              className="grid gap-4 rounded-lg border border-line bg-card p-5 sm:p-6"
            >
              <h2 id="move-title" className="text-lg">
                {t('move.title')}
              </h2>
              <p className="text-sm text-muted">
                {t(booking.unmovable ? `move.${booking.unmovable}` : 'move.lead')}
              </p>
              {booking.movable && (
                <Button
                  variant="outline"
                  aria-expanded={moving}
                  aria-controls="move-panel"
                  onFocus={prepareNotices}
                  onClick={() => setMoving(!moving)}
                  className="justify-self-start"
                >
                  <CalendarClock aria-hidden="true" />
                  <span>{t(moving ? 'move.close' : 'move.open')}</span>
                </Button>
              )}
              <div id="move-panel">
                {moving && booking.movable && (
                  <MovePanel
                    key={`${booking.date} ${booking.time}`}
                    booking={booking}
                    token={token}
                    hours={hours}
                    holidays={holidays}
                    closedDays={closedDays}
                    onMoved={moved}
                    onStale={refresh}
                  />
                )}
              </div>
            </section>
          )}
          {booking.offers && followed.view?.kind !== 'confirming' && (
            <div data-no-print>
              <UpgradePanel
                key={`${booking.duration} ${booking.hours} ${booking.totalAmount}`}
                booking={booking}
                offers={booking.offers}
                token={token}
                onPaid={upgraded}
                onStale={refresh}
              />
            </div>
          )}
        </div>
        <div data-no-print>
          <Tools booking={booking} token={token} guestUrl={guestUrl} />
        </div>
      </div>
    </div>
  )
}

/** A note about a booking that is not simply confirmed, or that owes what cannot be paid here. */
function Standing({ booking }: { booking: Managed }) {
  const t = useTranslations('manage.standing')
  const locale = useLocale()
  const restSen = smallRestSen(booking)
  if (restSen !== null)
    return (
      <Alert>
        <AlertTitle>{t('smallRest.title', { amount: formatRM(restSen) })}</AlertTitle>
        <AlertDescription>{t('smallRest.note')}</AlertDescription>
      </Alert>
    )
  if (booking.status === 'confirmed') return null
  return (
    <Alert variant={booking.status === 'cancelled' ? 'destructive' : 'default'}>
      <AlertTitle>{t(`${booking.status}.title`)}</AlertTitle>
      <AlertDescription>
        {booking.money.length > 0 ? (
          <MoneyPlaces parts={booking.money} />
        ) : (
          t(`${booking.status}.note`)
        )}
      </AlertDescription>
      {booking.status !== 'pending' && (
        <Link
          href={pathIn(locale, '/booking')}
          prefetch={false}
          className={buttonVariants({
            size: 'sm',
            variant: 'outline',
            className: 'mt-2 justify-self-start',
          })}
        >
          {t('again')}
        </Link>
      )}
    </Alert>
  )
}
