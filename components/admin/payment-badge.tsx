import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { PaymentState } from '@/lib/payments/rules'

const VARIANT = {
  paid: 'success',
  processing: 'default',
  refunded: 'outline',
  failed: 'secondary',
  needs_attention: 'destructive',
} as const

/**
 * How a booking's payment stands, in colour and in words; a dash where nothing was ever to be paid.
 */
export function PaymentBadge({ state }: { state: PaymentState | null }) {
  const t = useTranslations('admin')
  if (state) return <Badge variant={VARIANT[state]}>{t(`payment.${state}`)}</Badge>
  return <span className="text-xs text-muted">{t('list.noPayment')}</span>
}
