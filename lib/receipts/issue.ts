import 'server-only'
import type { Prisma, Tx } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { toDecimal, toRate, type Price } from '@/lib/money'
import {
  documentNumber,
  linesOver,
  partAmounts,
  signOf,
  type DocumentKind,
  type Item,
} from './rules'
import { priceOf } from './queries'
import type { Buyer, Seller } from './schema'
import { sellerThen } from './seller'

export type ReceiptSubject = {
  locale: Locale
  /** When it was sold: since then its tax is fixed. */
  soldAt: Date
  buyer: Buyer
  /** They add up to the price's subtotal. */
  items: readonly Item[]
  price: Price
  tax: { basisPoints: number; label: string }
}

type Paid = {
  paymentId: number
  at: Date
  method: string | null
  reference: string | null
}

/**
 * A refund of a payment. `id` is Stripe's, or null for money returned at the studio; `part` is the part
 * of it that was returned there, absent for the rest.
 */
export type RefundToNote = {
  id: string | null
  part?: number
  /** How it was returned; absent where that was not said, and for a refund at Stripe. */
  method?: string
  amountSen: number
  state: 'succeeded' | 'failed'
}

export type IssuedNote = { id: number; kind: 'credit_note' | 'debit_note' }

/**
 * With the moment at which it was taken: the date of its document, so that dates follow each other
 * as numbers do. The counter's row stays locked until the transaction ends, so numbers have neither
 * gaps nor duplicates. Take it last, so that others wait shortly.
 */
async function nextNumber(tx: Tx, kind: DocumentKind): Promise<{ number: number; issuedAt: Date }> {
  const [row] = await tx.$queryRaw<{ number: number; issuedAt: Date }[]>`
    INSERT INTO receipt_counters AS c (kind, last) VALUES (${kind}, 1)
    ON CONFLICT (kind) DO UPDATE SET last = c.last + 1
    RETURNING last AS number, clock_timestamp() AS "issuedAt"`
  if (!row) throw new Error('The counter gave no number')
  return row
}

/** The last step of a settlement. The caller has locked the row and checked that it has no receipt. */
export async function issueReceipt(tx: Tx, paid: Paid, sold: ReceiptSubject): Promise<void> {
  const { price, tax, items, buyer, locale } = sold
  const lines = linesOver(price.subtotalSen, locale, items)
  const parties = { buyer, ...(await sellerThen(tx, { soldAt: sold.soldAt, paidAt: paid.at })) }
  await tx.receipt.create({
    data: {
      kind: 'receipt',
      ...(await nextNumber(tx, 'receipt')),
      paymentId: paid.paymentId,
      locale,
      ...parties,
      lines,
      ...amountsOf(price),
      taxRate: toRate(tax.basisPoints),
      taxLabel: tax.label,
      method: paid.method,
      reference: paid.reference,
    },
  })
}

const amountsOf = ({ subtotalSen, taxSen, totalSen }: Price) => ({
  subtotal: toDecimal(subtotalSen),
  taxAmount: toDecimal(taxSen),
  totalAmount: toDecimal(totalSen),
})

/**
 * A credit note for a refund that was paid out, a debit note for one that failed after it had
 * counted as paid out; returns the new ones. A payment without a receipt gets none. The caller has
 * locked the payment's row.
 */
export async function issueNotes(
  tx: Tx,
  paymentId: number,
  refunds: readonly RefundToNote[],
): Promise<IssuedNote[]> {
  if (refunds.length === 0) return []
  const documents = await tx.receipt.findMany({ where: { paymentId }, orderBy: { id: 'asc' } })
  const receipt = documents.find(({ kind }) => kind === 'receipt')
  if (!receipt) return []
  const issued: IssuedNote[] = []
  for (const refund of refunds) {
    const noteOf = (kind: DocumentKind) =>
      documents.find(
        (one) =>
          one.kind === kind &&
          one.stripeRefundId === refund.id &&
          one.partRefundId === (refund.part ?? null),
      )
    const credited = noteOf('credit_note')
    const kind = refund.state === 'succeeded' ? 'credit_note' : 'debit_note'
    // A failed refund without a credit note needs no correction.
    if (kind === 'credit_note' ? credited : !credited || noteOf(kind)) continue
    const price =
      kind === 'debit_note' && credited
        ? priceOf(credited)
        : partAmounts(priceOf(receipt), sumOfNotes(documents), refund.amountSen)
    const corrected = documentNumber('receipt', receipt.number)
    const row = await tx.receipt.create({
      data: {
        kind,
        ...(await nextNumber(tx, kind)),
        paymentId,
        receiptId: receipt.id,
        stripeRefundId: refund.id,
        partRefundId: refund.part ?? null,
        locale: receipt.locale,
        // The same parties as on the receipt that it corrects.
        seller: receipt.seller as Seller,
        buyer: receipt.buyer as Buyer,
        lines: linesOver(
          price.subtotalSen,
          toLocale(receipt.locale),
          noteItems(kind, corrected, price.subtotalSen),
        ),
        ...amountsOf(price),
        taxRate: receipt.taxRate,
        taxLabel: receipt.taxLabel,
        taxKind: receipt.taxKind,
        method: refund.method ?? receipt.method,
        reference: refund.id,
      },
    })
    documents.push(row)
    issued.push({ id: row.id, kind })
  }
  return issued
}

/**
 * What the receipts of these payments were over so far, so that those of parts add up to their sale
 * (`soldOver`). A receipt that notes took back whole says nothing any more: it is paid again.
 */
export async function receiptedOf(
  tx: Pick<Tx, 'receipt'>,
  payments: Prisma.PaymentWhereInput,
): Promise<Price> {
  const documents = await tx.receipt.findMany({ where: { payment: payments } })
  const prices = documents
    .filter(({ kind }) => kind === 'receipt')
    .flatMap((receipt) => {
      const notes = documents.filter(({ receiptId }) => receiptId === receipt.id)
      const price = priceOf(receipt)
      return sumOfNotes(notes).totalSen < price.totalSen ? [price] : []
    })
  return addedUp(prices)
}

const addedUp = (prices: readonly Price[]): Price => {
  const sum = (amount: keyof Price) => prices.reduce((sen, price) => sen + price[amount], 0)
  return { subtotalSen: sum('subtotalSen'), taxSen: sum('taxSen'), totalSen: sum('totalSen') }
}

type Row = Prisma.ReceiptGetPayload<true>

/** The sum of the notes issued so far, to be subtracted from their receipt. */
function sumOfNotes(documents: readonly Row[]): Price {
  const notes = documents.filter(({ kind }) => kind !== 'receipt')
  return addedUp(
    notes.map((note) => {
      const [sign, price] = [-signOf(note.kind as DocumentKind), priceOf(note)]
      return {
        subtotalSen: sign * price.subtotalSen,
        taxSen: sign * price.taxSen,
        totalSen: sign * price.totalSen,
      }
    }),
  )
}

const noteItems = (
  kind: 'credit_note' | 'debit_note',
  number: string,
  amountSen: number,
): Item[] => [
  { words: (language) => translator(language, 'receipt')(`lines.${kind}`, { number }), amountSen },
]
