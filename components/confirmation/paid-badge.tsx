'use client'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { Followed } from './follow'

const BADGE = { paid: 'success', refunded: 'secondary', processing: 'default' } as const
type Shown = keyof typeof BADGE

/** Paid only when it is (decision C9). */
export const statusShown = ({ paymentStatus }: Pick<Followed, 'paymentStatus'>): Shown =>
  paymentStatus === 'paid' || paymentStatus === 'refunded' ? paymentStatus : 'processing'

export function PaidBadge({ status }: { status: Shown }) {
  const t = useTranslations('confirmation.status')
  return <Badge variant={BADGE[status]}>{t(status)}</Badge>
}
