import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PaymentBadge } from '@/components/admin/payment-badge'
import { Badge } from '@/components/ui/badge'
import type { PaymentState } from '@/lib/payments/rules'
import { formatRM, senOf } from '@/lib/money'

const MOMENT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

export type Detail = {
  payments: {
    id: number
    purpose: string
    state: PaymentState
    amount: string
    refundedAmount: string
    intentId: string | null
    reason: string | null
    at: string
  }[]
  mails: {
    id: number
    kind: string
    recipient: string
    status: string
    lastError: string | null
    at: string
  }[]
  history: {
    id: number
    actor: string
    action: string
    before: unknown
    after: unknown
    at: string
  }[]
}

/** A part of the drawer under its heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1.5 border-t border-line pt-4">
    <h3 className="eyebrow font-sans">{title}</h3>
    {children}
  </section>
)

/** An instant in the studio's time. */
export function useMoment(): (instant: string) => string {
  const format = useFormatter()
  return (instant) =>
    format.dateTime(new Date(instant), { ...MOMENT, timeZone: 'Asia/Kuala_Lumpur' })
}

export function Payments({ payments }: Pick<Detail, 'payments'>) {
  const t = useTranslations('admin.bookings')
  const moment = useMoment()
  if (payments.length === 0) return <p className="text-sm text-muted">{t('drawer.noPayments')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {payments.map((payment) => (
        <li key={payment.id} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="figures font-medium">{formatRM(senOf(payment.amount))}</span>
            <PaymentBadge state={payment.state} />
            {senOf(payment.refundedAmount) > 0 && (
              <span className="figures text-muted">
                {t('drawer.refunded', { amount: formatRM(senOf(payment.refundedAmount)) })}
              </span>
            )}
          </span>
          <span className="text-xs text-muted wrap-anywhere">
            {known(t, 'purposes', payment.purpose)} · {moment(payment.at)} ·{' '}
            {payment.intentId ?? t('drawer.offline')}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function Mails({ mails }: Pick<Detail, 'mails'>) {
  const t = useTranslations('admin.bookings')
  const moment = useMoment()
  if (mails.length === 0) return <p className="text-sm text-muted">{t('drawer.noMails')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {mails.map((mail) => (
        <li key={mail.id} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            {known(t, 'mailKinds', mail.kind)}
            <Badge
              variant={
                mail.status === 'failed'
                  ? 'destructive'
                  : mail.status === 'sent'
                    ? 'success'
                    : 'secondary'
              }
            >
              {known(t, 'mailStates', mail.status)}
            </Badge>
          </span>
          <span className="text-xs text-muted wrap-anywhere">
            {mail.recipient} · {moment(mail.at)}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function History({ history }: Pick<Detail, 'history'>) {
  const t = useTranslations('admin.bookings')
  const moment = useMoment()
  if (history.length === 0) return <p className="text-sm text-muted">{t('drawer.noHistory')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {history.map((entry) => (
        <li key={entry.id} className="grid gap-0.5">
          <span className="wrap-anywhere">
            {known(t, 'actions', entry.action)}
            {entry.before !== null && (
              <span className="text-muted">
                : {valuesOf(entry.before)} → {valuesOf(entry.after)}
              </span>
            )}
          </span>
          <span className="text-xs text-muted">
            {t('drawer.by', { actor: entry.actor, date: moment(entry.at) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const valuesOf = (value: unknown): string =>
  value && typeof value === 'object' ? Object.values(value).map(String).join(' ') : '–'

/** The word for a key, or the key itself when a newer one has none yet. */
function known(
  t: ReturnType<typeof useTranslations<'admin.bookings'>>,
  group: 'purposes' | 'mailKinds' | 'mailStates' | 'actions',
  key: string,
): string {
  const path = `${group}.${key}` as Parameters<typeof t>[0]
  return t.has(path) ? t(path) : key
}
