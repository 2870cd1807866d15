import { byHandSen } from '@/lib/payments/rules'
import {
  failedPartOf,
  HANDLED_AS,
  isOurCurrency,
  keptOf,
  type HandledAs,
  type PaymentMoney,
} from '@/lib/sales/money'
import type { AlertKind } from './schema'

type Shown = PaymentMoney & { purpose: string; method: string | null; succeededAt: Date | null }

/**
 * What marking an entry as handled can say of its money: that it is kept, or that it was given back
 * where that can be recorded nowhere else. Nothing where none of it is to be decided about.
 */
export function handledWays(
  kind: AlertKind | null,
  payment: Shown,
  now: Date,
): readonly HandledAs[] {
  const { purpose, reason, outcome } = payment
  const leftSen = outcome === 'confirmed' ? failedPartOf(payment) : keptOf(payment)
  if (kind !== 'open' || leftSen === 0) return []
  const isRecorded =
    purpose !== 'unmatched' && isOurCurrency(payment) && byHandSen(payment, now) > 0
  const isUndecided = reason === 'unmatched' || reason === 'refund_failed'
  return isUndecided && !isRecorded ? HANDLED_AS : ['kept']
}
