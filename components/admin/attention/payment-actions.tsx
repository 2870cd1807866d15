'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { formatRM, senOf } from '@/lib/money'
import type { PaymentAlert } from '@/lib/payments/rules'
import { Confirm } from '../confirm'
import { useSave } from '../use-save'
import { HandleDialog, type Handled } from './handle-dialog'

const refundLabel = ({ intentId, reason, outcome }: PaymentAlert) => {
  if (intentId === null) return 'givenBack'
  return reason === 'refund_failed' || outcome === 'refund_due' ? 'retry' : 'refund'
}

/**
 * What the owner can do about a payment: give it back, say what it was for, or note that it was
 * looked after.
 */
export function PaymentActions({ payment }: { payment: PaymentAlert }) {
  const t = useTranslations('admin.attention')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState<'refund' | 'handle' | null>(null)
  const path = `/api/admin/payments/${payment.id}`
  const amount = formatRM(senOf(payment.amount))

  const refund = async () => {
    const result = await send<{ outcome: string }>('POST', `${path}/refund`)
    setAsking(null)
    if (result.ok)
      succeeded(t(result.data.outcome === 'refunded' ? 'refunded' : 'refundLater', { amount }))
    refresh()
  }
  const handle = async (words: Handled) => {
    const result = await send(
      'PATCH',
      path,
      { ...words, version: payment.updatedAt },
      { quiet: true },
    )
    if (!result.ok) return result
    setAsking(null)
    succeeded(t('handledDone'))
    refresh()
    return result
  }

  const owed = payment.outcome === 'needs_attention' || payment.outcome === 'refund_due'
  return (
    <div className="flex flex-wrap gap-2">
      {owed && (
        <Button size="sm" variant="outline" onClick={() => setAsking('refund')}>
          {t(refundLabel(payment))}
        </Button>
      )}
      {payment.outcome !== 'refund_due' && (
        <Button size="sm" variant="outline" onClick={() => setAsking('handle')}>
          {t(payment.reason === 'unmatched' ? 'link' : 'handle')}
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
        <HandleDialog
          linkable={payment.reason === 'unmatched'}
          amount={amount}
          pending={pending}
          save={handle}
          close={() => setAsking(null)}
        />
      )}
    </div>
  )
}
