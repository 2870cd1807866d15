'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DocumentLinks } from '@/components/admin/receipts/document-links'
import { PaymentBadge } from '@/components/admin/shared/badges'
import { useMoment } from '@/components/admin/shared/moment'
import { Share } from '@/components/blog/share'
import { Button } from '@/components/ui/button'
import type { BookingInHand } from '@/lib/admin/bookings/schema'
import { formatMoney } from '@/lib/currencies'
import { formatRM, senOf } from '@/lib/money'
import { fullName } from '@/lib/names'
import { GiveBackDialog } from '@/components/admin/shared/give-back'
import { RecordPayment } from '@/components/admin/shared/record-payment'
import { STUDIO_METHODS } from '@/lib/sales/money'
import { SameSlip } from './same-slip'
import { TransferDecision } from './transfer-decision'
import { RefundDialog } from './refund-dialog'

/** What a booking costs, what came and went, and what is owed. */
export function BookingMoney({ sheet, today }: { sheet: BookingInHand; today: string }) {
  const t = useTranslations('admin.sheet')
  const drawer = useTranslations('admin.bookings.drawer')
  const ways = useTranslations('admin.record.methods')
  const moment = useMoment()
  const [refund, setRefund] = useState<BookingInHand['detail']['payments'][number] | null>(null)
  const { detail, owedSen } = sheet
  const { booking, payments, receipts, payLink } = detail
  return (
    <div className="grid gap-3 text-sm">
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {detail.addOns.map((addOn) => (
          <Amount
            key={addOn.name}
            name={`${addOn.name} · ${addOn.hours} h`}
            amount={addOn.totalAmount}
          />
        ))}
        <Amount name={drawer('subtotal')} amount={booking.subtotal} />
        {booking.taxAmount !== '0.00' && <Amount name={drawer('tax')} amount={booking.taxAmount} />}
        <Amount name={drawer('total')} amount={booking.totalAmount} />
        {owedSen > 0 && (
          <div className="contents font-semibold">
            <dt>{t('owed')}</dt>
            <dd className="text-right">{formatRM(owedSen)}</dd>
          </div>
        )}
      </dl>
      {payments.length === 0 && <p className="text-muted">{drawer('noPayments')}</p>}
      <ul className="grid gap-2.5">
        {payments.map((payment) => (
          <li key={payment.id} className="flex items-center justify-between gap-3">
            <span className="grid gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                <span className="figures font-medium">
                  {formatMoney(payment.amount, payment.currency)}
                </span>
                <PaymentBadge state={payment.state} />
                {(['disputed', 'lost'] as const).map(
                  (name) =>
                    payment[name] > 0 && (
                      <span key={name} className="figures text-muted">
                        {drawer(name, { amount: formatMoney(payment[name], payment.currency) })}
                      </span>
                    ),
                )}
                {payment.refunded > 0 && (
                  <span className="figures text-muted">
                    {drawer(payment.refundPending ? 'refunding' : 'refunded', {
                      amount: formatMoney(payment.refunded, payment.currency),
                    })}
                  </span>
                )}
              </span>
              <span className="text-xs text-muted wrap-anywhere">
                {[
                  moment(payment.at),
                  payment.intentId ?? wayOf(payment.method, ways) ?? drawer('offline'),
                  payment.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {payment.refundable > 0 && (
              <Button variant="outline" size="sm" onClick={() => setRefund(payment)}>
                {t('refund.open')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(owedSen > 0 || sheet.takesMoney) && (
        <div>
          <RecordPayment
            about={{ bookingId: booking.id }}
            owedSen={owedSen}
            version={booking.updatedAt}
            today={today}
          />
        </div>
      )}
      {sheet.transfer && <Transfer sheet={sheet} transfer={sheet.transfer} />}
      {!sheet.transfer && sheet.slipAt && <OpenSlip id={booking.id} slipAt={sheet.slipAt} />}
      {!sheet.transfer && <SameSlip ids={sheet.sameSlip} />}
      {receipts.length > 0 && <DocumentLinks documents={receipts} />}
      {payLink && (
        <Share
          title={drawer('payLinkMessage', { id: String(booking.id) })}
          url={payLink}
          namespace="admin.bookings.share"
        />
      )}
      {refund && (refund.intentId === null || refund.bar !== null) && (
        <GiveBackDialog
          payment={{ ...refund, refundable: refund.byHandSen }}
          today={today}
          close={() => setRefund(null)}
        />
      )}
      {refund && refund.intentId !== null && refund.bar === null && (
        <RefundDialog payment={refund} close={() => setRefund(null)} />
      )}
    </div>
  )
}

/** How the studio received it; null where that was not said. */
function wayOf(
  method: string | null,
  ways: ReturnType<typeof useTranslations<'admin.record.methods'>>,
): string | null {
  const known = STUDIO_METHODS.find((one) => one === method)
  return known ? ways(known) : null
}

type Transferred = { sheet: BookingInHand; transfer: NonNullable<BookingInHand['transfer']> }

/** A transfer that the owner is to look for in the account, and its slip. */
function Transfer({ sheet, transfer }: Transferred) {
  const t = useTranslations('admin.transfer')
  const router = useRouter()
  const { booking } = sheet.detail
  return (
    <div className="grid gap-2 rounded-md border border-tungsten/50 p-3">
      <p className="font-medium">
        {t(transfer.slipAt ? 'slip' : 'waits', { amount: formatRM(transfer.sen) })}
      </p>
      {transfer.hasEnded && <p className="text-muted">{t('ended')}</p>}
      {transfer.slipAt && <OpenSlip id={booking.id} slipAt={transfer.slipAt} />}
      <SameSlip ids={sheet.sameSlip} />
      <TransferDecision
        id={booking.id}
        version={booking.updatedAt}
        name={fullName(booking)}
        sen={transfer.sen}
        sameSlip={sheet.sameSlip}
        changed={() => router.refresh()}
      />
    </div>
  )
}

function OpenSlip({ id, slipAt }: { id: number; slipAt: string }) {
  const t = useTranslations('admin.transfer')
  const moment = useMoment()
  return (
    <a
      href={`/api/admin/bookings/${id}/slip`}
      className="inline-flex min-h-11 items-center underline underline-offset-4"
    >
      {t('open', { when: moment(slipAt) })}
    </a>
  )
}

const Amount = ({ name, amount }: { name: string; amount: string }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right">{formatRM(senOf(amount))}</dd>
  </>
)
