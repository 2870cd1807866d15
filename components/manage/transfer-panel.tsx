'use client'
import { useTranslations } from 'next-intl'
import { TransferDetails } from '@/components/checkout/transfer-details'
import type { Managed, ManagedTransfer } from '@/lib/bookings/schema'
import { PayPanel } from './pay-panel'
import { SlipForm } from './slip-form'

type Props = {
  booking: Managed & { transfer: ManagedTransfer }
  token: string
  onSent: () => void
  onPaid: () => void
}

/** A booking that waits for a transfer: where it goes, its slip, and the way back to a card. */
export function TransferPanel({ booking, token, onSent, onPaid }: Props) {
  const t = useTranslations('transfer')
  const { transfer } = booking
  const ended = booking.status === 'pending' ? 'off' : 'ended'
  return (
    <div data-no-print className="grid gap-4">
      <section
        aria-labelledby="transfer-title"
        className="grid gap-5 rounded-lg border border-tungsten/50 bg-tungsten/8 p-5 sm:p-6"
      >
        <h2 id="transfer-title" className="text-lg">
          {t(transfer.account ? 'title' : `${ended}Title`)}
        </h2>
        {transfer.account ? (
          <TransferDetails transfer={transfer} />
        ) : (
          <p className="measure text-sm">{t(ended)}</p>
        )}
        <SlipForm transfer={transfer} token={token} onSent={onSent} />
      </section>
      {booking.payable && (
        <PayPanel
          booking={booking}
          token={token}
          words={{ title: t('cardTitle'), lead: t('cardLead') }}
          onPaid={onPaid}
          onStale={onSent}
        />
      )}
    </div>
  )
}
