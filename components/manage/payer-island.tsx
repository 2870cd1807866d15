'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { lengthKey } from '@/lib/availability/rules'
import { Ticket } from '@/components/checkout/ticket'
import { Fact } from '@/components/checkout/ticket-part'
import { TransferDetails } from '@/components/checkout/transfer-details'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import type { PaidByCompany } from '@/lib/bookings/schema'
import { smallRestSen } from '@/lib/bookings/status'
import { formatRM, senOf } from '@/lib/money'
import { longDate } from '@/lib/time'
import { fetchPaid } from './api'
import { PayPanel } from './pay-panel'
import { PaymentStanding } from './payment-standing'
import { When } from './session-card'
import { useManagedPayment } from './use-managed-payment'
import { useNewest } from './use-newest'

type PayerProps = { initial: PaidByCompany; token: string }

/** For a company's payer: what is owed of a booking, and its payment (docs/decisions/059). */
export function PayerIsland({ initial, token }: PayerProps) {
  const t = useTranslations('manage.payer')
  const guest = useTranslations('manage.guest')
  const session = useTranslations('manage.session')
  const duration = useTranslations('booking.duration')
  const kinds = useTranslations('receipt.kinds')
  const transferWords = useTranslations('transfer')
  const [booking, setBooking] = useNewest(initial)
  const followed = useManagedPayment(token, 'payer', setBooking, fetchPaid)
  const { follow } = followed
  const paid = useCallback(() => follow('payer'), [follow])
  const refresh = useCallback(
    () => void fetchPaid(token).then(setBooking, () => undefined),
    [token, setBooking],
  )
  const { transfer } = booking
  const isConfirming = followed.view?.kind === 'confirming'
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <h1 className="text-2xl sm:text-3xl">{t('title', { id: booking.id })}</h1>
        <p data-no-print className="measure text-muted">
          {t('lead')}
        </p>
      </header>
      <PaymentStanding {...followed} />
      {!booking.payable && <Owed booking={booking} />}
      {booking.payable && !isConfirming && (
        <div data-no-print className="grid gap-4">
          {transfer && (
            <section
              aria-labelledby="transfer-title"
              className="grid gap-5 rounded-lg border border-tungsten/50 bg-tungsten/8 p-5 sm:p-6"
            >
              <h2 id="transfer-title" className="text-lg">
                {transferWords('title')}
              </h2>
              <TransferDetails transfer={transfer} isMailed={false} />
            </section>
          )}
          <PayPanel
            booking={booking}
            token={token}
            kind="payer"
            words={{
              title: transfer ? transferWords('cardTitle') : t('toPay'),
              lead: t('toPayLead'),
            }}
            onPaid={paid}
            onStale={refresh}
          />
        </div>
      )}
      <Ticket
        label={guest('when')}
        title={guest('when')}
        payment={
          <>
            <Fact exact label={session('reference')} valueClassName="text-lg">
              {`#${booking.id}`}
            </Fact>
            {booking.company && <Fact label={t('company')}>{booking.company}</Fact>}
            {booking.documents.length > 0 && (
              <Fact label={t('receipts')}>
                {booking.documents.map(({ kind, number, totalSen }) => (
                  <span key={number} className="block">
                    <span>{`${kinds(kind)} `}</span>
                    <span translate="no">{number}</span>
                    <span>{` · ${formatRM(totalSen)}`}</span>
                  </span>
                ))}
              </Fact>
            )}
          </>
        }
      >
        <When visit={booking} />
        <Fact half="wide" label={session('service')}>
          {booking.service}
        </Fact>
        <Fact half="wide" label={session('duration')}>
          {duration(lengthKey(booking), { hours: booking.hours })}
        </Fact>
      </Ticket>
    </div>
  )
}

/** Why there is nothing to pay here. */
function Owed({ booking }: { booking: PaidByCompany }) {
  const { status, owedAmount, paidOn } = booking
  const t = useTranslations('manage.payer')
  const standing = useTranslations('manage.standing')
  const locale = useLocale()
  const said = (): [title: string, note: string | null] => {
    if (status === 'cancelled') return [t('cancelled'), t('cancelledNote')]
    const restSen = smallRestSen(booking)
    if (restSen !== null)
      return [
        standing('smallRest.title', { amount: formatRM(restSen) }),
        standing('smallRest.note'),
      ]
    if (senOf(owedAmount) > 0) return [t('notHere'), t('notHereNote')]
    return [t('nothing'), paidOn && t('paidOn', { date: longDate(paidOn, locale) })]
  }
  const [title, note] = said()
  return (
    <Alert variant={status === 'cancelled' ? 'destructive' : 'default'}>
      <AlertTitle>{title}</AlertTitle>
      {note && <AlertDescription>{note}</AlertDescription>}
    </Alert>
  )
}
