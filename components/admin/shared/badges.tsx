import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useDates } from '@/components/dates'
import type { AdminBooking } from '@/lib/admin/bookings/schema'
import { Badge } from '@/components/ui/badge'
import type { MailState } from '@/lib/mail/rules'
import type { MoneyState } from '@/lib/sales/money'

const VARIANT = {
  pending: 'default',
  confirmed: 'success',
  completed: 'secondary',
  cancelled: 'outline',
} as const
const isStatus = (status: string): status is keyof typeof VARIANT => status in VARIANT

/** A booking's status, as colour and label; a hold that expired differs from a cancellation. */
export function StatusBadge({
  booking,
}: {
  booking: Pick<AdminBooking, 'status' | 'cancelReason' | 'holdExpiresAt'>
}) {
  const t = useTranslations('admin.status')
  const format = useDates()
  const { status, cancelReason, holdExpiresAt } = booking
  if (!isStatus(status)) return <Badge variant="outline">{status}</Badge>
  const ended =
    status === 'cancelled' && (cancelReason === 'expired' || cancelReason === 'released')
      ? cancelReason
      : null
  return (
    <span className="inline-grid justify-items-start gap-0.5">
      <Badge variant={ended ? 'secondary' : VARIANT[status]}>{t(ended ?? status)}</Badge>
      {status === 'pending' && holdExpiresAt && (
        <span className="figures text-xs text-muted">
          {t('heldUntil', {
            time: format.dateTime(new Date(holdExpiresAt), {
              hour: '2-digit',
              minute: '2-digit',
              hourCycle: 'h23',
            }),
          })}
        </span>
      )}
    </span>
  )
}

const MAIL_BADGE_VARIANT = {
  failed: 'destructive',
  sent: 'success',
  queued: 'secondary',
  dropped: 'secondary',
} as const

/** What became of a mail, as colour and the given label. */
export const MailBadge = ({ state, children }: { state: MailState; children: ReactNode }) => (
  <Badge variant={MAIL_BADGE_VARIANT[state]}>{children}</Badge>
)

const PAYMENT_BADGE_VARIANT = {
  paid: 'success',
  processing: 'default',
  refunding: 'outline',
  refunded: 'outline',
  refund_failed: 'destructive',
  failed: 'secondary',
  needs_attention: 'destructive',
} as const

/** A booking's payment status, as colour and label; a dash where nothing was ever due. */
export function PaymentBadge({ state }: { state: MoneyState | null }) {
  const t = useTranslations('admin')
  if (state) return <Badge variant={PAYMENT_BADGE_VARIANT[state]}>{t(`payment.${state}`)}</Badge>
  return <span className="text-xs text-muted">{t('list.noPayment')}</span>
}
