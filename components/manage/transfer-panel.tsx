'use client'
import { FileUp, MessageCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { request, sentenceOf } from '@/components/api'
import { TransferDetails } from '@/components/checkout/transfer-details'
import { useSite } from '@/components/layout/site-context'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { FieldError } from '@/components/ui/field-error'
import type { Managed, ManagedTransfer } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/links'
import { SLIP_LIMIT, SLIP_TYPES } from '@/lib/uploads/rules'
import { PayPanel } from './pay-panel'

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
  return (
    <div data-no-print className="grid gap-4">
      <section
        aria-labelledby="transfer-title"
        className="grid gap-5 rounded-lg border border-tungsten/50 bg-tungsten/8 p-5 sm:p-6"
      >
        <h2 id="transfer-title" className="text-lg">
          {t(transfer.account ? 'title' : 'endedTitle')}
        </h2>
        {transfer.account ? (
          <TransferDetails transfer={transfer} />
        ) : (
          <p className="measure text-sm">{t('ended')}</p>
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

function SlipForm({
  transfer,
  token,
  onSent,
}: Omit<Props, 'booking' | 'onPaid'> & { transfer: ManagedTransfer }) {
  const t = useTranslations('transfer.slip')
  const studio = useSite()
  const file = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<string>()
  const { amount, reference, slipSentAt } = transfer
  const send = async (chosen: File) => {
    if (chosen.size > SLIP_LIMIT) return setFault(t('tooLarge'))
    setFault(undefined)
    setPending(true)
    const body = new FormData()
    body.set('file', chosen)
    try {
      await request(`/api/manage/${token}/slip`, { method: 'POST', body })
      onSent()
    } catch (error) {
      setFault(sentenceOf(error) ?? t('offline'))
    }
    setPending(false)
  }
  const text = t('message', { amount: formatRM(senOf(amount)), reference })
  return (
    <div className="grid gap-3">
      <h3 className="font-sans text-sm font-semibold tracking-normal">{t('title')}</h3>
      <p role="status" className="text-sm text-muted">
        {t(slipSentAt ? 'sent' : 'lead')}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          variant="outline"
          pending={pending}
          aria-describedby={fault && 'slip-fault'}
          onClick={() => file.current?.click()}
        >
          <FileUp aria-hidden="true" />
          <span>{t(slipSentAt ? 'again' : 'upload')}</span>
        </Button>
        <input
          ref={file}
          type="file"
          accept={SLIP_TYPES}
          aria-label={t('file')}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void send(chosen)
            target.value = '' // So that the same file can be chosen again.
          }}
        />
        <a
          href={whatsappLink(studio, text)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({ variant: 'outline' })}
        >
          <MessageCircle aria-hidden="true" />
          {t('whatsApp')}
          <span className="sr-only"> ({t('newTab')})</span>
        </a>
      </div>
      <FieldError id="slip-fault">{fault}</FieldError>
    </div>
  )
}
