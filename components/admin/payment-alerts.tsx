import { useFormatter, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { formatRM, senOf } from '@/lib/money'
import type { ListedPayment } from './types'

const MOMENT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Payments the owner must know of, under one heading. Renders nothing when there are none. */
export function PaymentAlerts({ kind, payments }: { kind: 'needsAttention' | 'late'; payments: ListedPayment[] }) {
  const t = useTranslations('admin.alerts')
  if (payments.length === 0) return null
  const urgent = kind === 'needsAttention'
  return (
    <section aria-labelledby={`alerts-${kind}`} className={cn('rounded-lg border border-l-4 bg-raised', urgent ? 'border-onair/50 border-l-onair' : 'border-line border-l-tungsten')}>
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id={`alerts-${kind}`} className="text-base">
          {t(kind)} <span className="figures text-muted">({payments.length})</span>
        </h2>
        <p className="measure text-sm text-muted">{t(`${kind}Hint`)}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line sm:grid sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] sm:gap-x-4">
        {payments.map((payment) => (
          <PaymentAlert key={payment.id} payment={payment} />
        ))}
      </ul>
    </section>
  )
}

function PaymentAlert({ payment }: { payment: ListedPayment }) {
  const t = useTranslations('admin.alerts')
  const format = useFormatter()
  const { bookingId, orderId, client } = payment
  const subject = bookingId ? t('booking', { id: String(bookingId) }) : orderId ? t('order', { id: String(orderId) }) : t('unknown')
  const outcome = `outcome.${payment.outcome}` as const
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:col-span-4 sm:grid-cols-subgrid sm:items-center">
      <span className="figures font-medium">{formatRM(senOf(payment.amount))}</span>
      <span className="wrap-anywhere">
        {subject}
        {client && ` · ${client.name} · ${client.email}`}
        {payment.intentId && <span className="block text-xs text-muted">{t('intent', { id: payment.intentId })}</span>}
      </span>
      <span className="figures text-xs text-muted">{payment.succeededAt && format.dateTime(new Date(payment.succeededAt), MOMENT)}</span>
      <span>
        {payment.refundStatus === 'failed' ? (
          <Badge variant="destructive">{t('refundFailed')}</Badge>
        ) : (
          <Badge variant={payment.outcome === 'needs_attention' ? 'destructive' : 'outline'}>{t.has(outcome) ? t(outcome) : payment.outcome}</Badge>
        )}
      </span>
    </li>
  )
}
