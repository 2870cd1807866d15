import { csvLine } from '@/lib/admin/bookings/csv'
import { wholeUnits } from '@/lib/currencies'
import { studioDate, studioTime } from '@/lib/time'
import type { ListedPayout, ShownLine } from './schema'

const COLUMNS = [
  ...(['payout', 'arrives', 'status', 'payout_amount', 'currency'] as const),
  ...(['line', 'date', 'time', 'kind'] as const),
  ...(['amount', 'fee', 'net', 'method', 'booking', 'order', 'payment_reference'] as const),
  'description',
] as const

/**
 * One row for each line of the payouts; the payout's own amount is on its first. An amount is written as
 * a number: as text a negative one would be taken for a formula.
 */
export const payoutsCsv = (
  payouts: readonly { payout: ListedPayout; lines: readonly ShownLine[] }[],
): string =>
  [
    `\ufeff${csvLine(COLUMNS)}`,
    ...payouts.flatMap(({ payout, lines }) => {
      const { id, arrivesAt, status, currency } = payout
      const amount = (smallest: number) => wholeUnits(smallest, currency)
      const whole = [id, studioDate(arrivesAt), status]
      const code = currency.toUpperCase()
      if (lines.length === 0)
        return [
          csvLine([
            ...whole,
            amount(payout.amountSen),
            code,
            ...COLUMNS.slice(whole.length + 2).map(() => null),
          ]),
        ]
      return lines.map((line, index) =>
        csvLine([
          ...whole,
          index === 0 ? amount(payout.amountSen) : null,
          code,
          line.id,
          studioDate(line.createdAt),
          studioTime(line.createdAt),
          line.category,
          amount(line.amountSen),
          amount(line.feeSen),
          amount(line.netSen),
          line.method,
          line.bookingId,
          line.orderId,
          line.intentId,
          line.description,
        ]),
      )
    }),
  ].join('')
