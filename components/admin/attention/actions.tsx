'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import { GiveBackDialog } from '@/components/admin/shared/give-back'
import { Kept, useLeave } from '@/components/admin/shared/kept'
import {
  ChoiceEntry,
  EntryForm,
  LongTextEntry,
  TextEntry,
  useEntry,
} from '@/components/admin/shared/form'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { attentionBody, type PaymentAlert } from '@/lib/admin/attention/schema'
import { formatMoney } from '@/lib/currencies'

const refundLabel = ({ intentId, reason, outcome }: PaymentAlert) => {
  if (intentId === null) return 'givenBack'
  return reason === 'refund_failed' || outcome === 'refund_due' ? 'retry' : 'refund'
}

/**
 * The actions on a payment: refund it, record what it was for, or mark it as handled. `waits`: it was
 * not handled yet.
 */
type ActionsProps = { payment: PaymentAlert; waits: boolean; today: string }

export function PaymentActions({ payment, waits, today }: ActionsProps) {
  const t = useTranslations('admin.attention')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState<'refund' | 'giveBack' | 'handle' | null>(null)
  const path = `/api/admin/payments/${payment.id}`
  const amount = formatMoney(payment.left, payment.currency)

  const refund = async () => {
    const result = await send<{ outcome: string }>('POST', `${path}/refund`)
    setAsking(null)
    if (result.ok)
      succeeded(t(result.data.outcome === 'refunded' ? 'refunded' : 'refundLater', { amount }))
    refresh()
  }
  const linkable = payment.reason === 'unmatched' || payment.reason === 'amount_mismatch'
  const owed = payment.outcome === 'needs_attention' || payment.outcome === 'refund_due'
  return (
    <div className="flex flex-wrap gap-2">
      {owed && !payment.byHand && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => setAsking(payment.intentId === null ? 'giveBack' : 'refund')}
        >
          {t(refundLabel(payment))}
        </Button>
      )}
      {payment.bar !== null && payment.byHandSen > 0 && (
        <Button size="sm" variant="outline" onClick={() => setAsking('giveBack')}>
          {t('givenBack')}
        </Button>
      )}
      {asking === 'giveBack' && (
        <GiveBackDialog
          payment={{ ...payment, refundable: payment.byHandSen }}
          today={today}
          close={() => setAsking(null)}
        />
      )}
      {payment.outcome !== 'refund_due' && (waits || linkable) && (
        <Button size="sm" variant="outline" onClick={() => setAsking('handle')}>
          {t(linkable ? 'link' : payment.ways.length === 1 ? 'keep' : 'handle')}
        </Button>
      )}
      {asking === 'refund' && (
        <Confirm
          title={t('refundAsk', { amount })}
          text={t('refundAskText')}
          action={t('refund')}
          pending={pending}
          confirm={() => void refund()}
          close={() => setAsking(null)}
        />
      )}
      {asking === 'handle' && (
        <Kept close={() => setAsking(null)}>
          <HandleDialog path={path} payment={payment} linkable={linkable} amount={amount} />
        </Kept>
      )}
    </div>
  )
}

type Props = { path: string; payment: PaymentAlert; linkable: boolean; amount: string }

/** The number in "#12", and in other ways people write a number. */
const numberIn = (typed: unknown): number | undefined =>
  Number(String(typed ?? '').replace(/\D/g, '')) || undefined

/** What the dialog says it does: of money that is here, whether it is kept or was given back. */
function useHandling({ payment: { kind, ways }, linkable, amount }: Props) {
  const t = useTranslations('admin.attention')
  if (linkable) return { title: t('linkTitle', { amount }), text: t('linkText') }
  if (ways.length === 1) return { title: t('keepTitle', { amount }), text: t('keepText') }
  if (ways.length > 1) return { title: t('chooseTitle', { amount }), text: t('chooseText') }
  return { title: t('handleTitle', { amount }), text: t(`handleTexts.${kind ?? 'open'}`) }
}

/** Records what a payment was for, or what was done about it. */
function HandleDialog(props: Props) {
  const { path, payment, linkable } = props
  const leave = useLeave()
  const t = useTranslations('admin.attention')
  const { title, text } = useHandling(props)
  const lists = useTranslations('admin.lists')
  const entry = useEntry({
    method: 'PATCH',
    path,
    schema: attentionBody,
    fields: ['bookingId', 'orderId', 'money', 'note'],
    body({ bookingId, orderId, money, note }) {
      const [booking, order] = [numberIn(bookingId), numberIn(orderId)]
      return {
        ...(booking && { bookingId: booking }),
        ...(order && { orderId: order }),
        ...(money && { money }),
        note,
      }
    },
    version: payment.updatedAt,
    refusedAt: 'form',
    saved: t('handledDone'),
    done: leave,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && !entry.pending && leave()}>
      <DialogContent closeLabel={lists('close')}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        <EntryForm entry={entry} className="grid gap-4">
          {linkable && (
            <div className="grid gap-4 sm:grid-cols-2">
              {(['bookingId', 'orderId'] as const).map((name) => (
                <TextEntry
                  key={name}
                  name={name}
                  label={t(name === 'bookingId' ? 'bookingNumber' : 'orderNumber')}
                  inputMode="numeric"
                  autoComplete="off"
                />
              ))}
            </div>
          )}
          {payment.ways.length > 1 && (
            <ChoiceEntry
              name="money"
              label={t('moneyField')}
              {...(linkable && { hint: t('moneyHint') })}
              required={!linkable}
              empty={t('choose')}
              options={payment.ways.map((way) => [way, t(`handledAs.${way}`)] as const)}
            />
          )}
          <LongTextEntry name="note" label={t('noteField')} required rows={3} limit={500} />
          <DialogFooter>
            <Button type="submit" pending={entry.pending}>
              {t('save')}
            </Button>
          </DialogFooter>
        </EntryForm>
      </DialogContent>
    </Dialog>
  )
}

/** Sends a failed mail again, or takes it off the list. */
export function MailActions({ id, recipient }: { id: number; recipient: string }) {
  const t = useTranslations('admin.attention.mails')
  const { send, refresh, pending, succeeded } = useSave()
  const act = async (method: 'POST' | 'DELETE', path: string, done: string) => {
    const result = await send(method, path)
    if (result.ok) succeeded(done)
    if (result.ok || result.status === 404) refresh()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="outline"
        pending={pending}
        aria-label={t('resendTo', { recipient })}
        onClick={() =>
          void act('POST', `/api/admin/mails/${id}/resend`, t('resent', { recipient }))
        }
      >
        {t('resend')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={pending}
        aria-label={t('dropTo', { recipient })}
        onClick={() => void act('DELETE', `/api/admin/mails/${id}`, t('dropped'))}
      >
        {t('drop')}
      </Button>
    </div>
  )
}
