import 'server-only'
import { formatRM } from '@/lib/money'
import { studioDate, studioTime } from '@/lib/time'
import type { LostSale, RestoreReport } from './after-restore'

const TIMES: Record<LostSale['time'], string> = {
  none: '',
  free: ' The time is not reserved.',
  kept: ' The time is blocked.',
  taken: ' The time was sold again or is blocked: one of the two customers must be moved.',
}

function sentenceOf(sale: LostSale): string {
  const what = sale.bookingId
    ? `booking #${sale.bookingId}`
    : sale.orderId
      ? `order #${sale.orderId}`
      : 'a sale'
  const amount =
    sale.currency === 'myr'
      ? formatRM(sale.amountSen)
      : `${sale.amountSen} (${sale.currency}, smallest unit)`
  const times = sale.spans.map(({ startsAt, endsAt }) => {
    return `${studioDate(startsAt)} ${studioTime(startsAt)}–${studioTime(endsAt)}`
  })
  return `  ${sale.intentId}: ${what}, ${amount}, ${sale.status}, made ${sale.createdAt.toISOString()}${
    times.length > 0 ? `, for ${times.join(', ')}` : ''
  }.${TIMES[sale.time]}`
}

/** What the operator reads of it. */
export const reportOf = (
  { isCompared, lost, numbers }: RestoreReport,
  isApplied: boolean,
): string =>
  [
    ...(isCompared ? [] : ['Stripe was not asked: nothing was ever paid through it here.']),
    `Sales that Stripe knows and the database does not: ${lost.length}`,
    ...lost.map(sentenceOf),
    `Numbers ${isApplied ? 'continue' : 'would continue'} above these, at a distance for what Stripe does not know, such as cash:`,
    ...numbers.map(({ kind, before, after }) => `  ${kind}: ${after} (was ${before})`),
    isApplied
      ? 'Done. Paid sales are listed in the console under Needs attention after the start.'
      : 'Nothing was changed. Run it again with --apply before the site starts.',
  ].join('\n')
