import 'server-only'
import { db, Prisma } from '@/lib/db'
import { toLocale } from '@/lib/i18n/routing'
import { basisPointsOf, senOf, type Price } from '@/lib/money'
import { ordinary } from '@/lib/ordinary'
import { foundInOrder } from '@/lib/search'
import type { TaxKind } from '@/lib/settings/tax'
import { MANAGE_TOKEN } from '@/lib/text'
import { documentNumber, parseDocumentNumber, type DocumentKind, type ReceiptLine } from './rules'
import type { Buyer, IssuedDocument, ListedDocument, Seller } from './schema'

const include = {
  payment: { select: { bookingId: true, orderId: true, succeededAt: true, createdAt: true } },
  corrects: { select: { number: true } },
} satisfies Prisma.ReceiptInclude
type Row = Prisma.ReceiptGetPayload<{ include: typeof include }>

/** The amounts of a document's row in sen. */
export const priceOf = (row: Pick<Row, 'subtotal' | 'taxAmount' | 'totalAmount'>): Price => ({
  subtotalSen: senOf(row.subtotal),
  taxSen: senOf(row.taxAmount),
  totalSen: senOf(row.totalAmount),
})

function toDocument(row: Row): IssuedDocument {
  const kind = row.kind as DocumentKind
  return {
    id: row.id,
    kind,
    number: documentNumber(kind, row.number),
    receiptNumber: row.corrects && documentNumber('receipt', row.corrects.number),
    bookingId: row.payment.bookingId,
    orderId: row.payment.orderId,
    paidAt: kind === 'receipt' ? (row.payment.succeededAt ?? row.payment.createdAt) : null,
    locale: toLocale(row.locale),
    issuedAt: row.issuedAt,
    reissuedAt: row.reissuedAt,
    // Receipts from before these were set have none of them.
    seller: { tin: '', msic: '', activity: '', ...(row.seller as Partial<Seller>) } as Seller,
    buyer: row.buyer as Buyer,
    lines: row.lines as ReceiptLine[],
    price: priceOf(row),
    tax: {
      basisPoints: basisPointsOf(row.taxRate),
      label: row.taxLabel,
      kind: row.taxKind as TaxKind,
    },
    method: row.method,
    reference: row.reference,
  }
}

const found = async (where: Prisma.ReceiptWhereInput, take?: number): Promise<IssuedDocument[]> =>
  (
    await db().receipt.findMany({
      where,
      include,
      orderBy: { id: 'asc' },
      ...(take !== undefined && { take }),
    })
  ).map(toDocument)

/** A row in the form that lists show. */
export const toListedDocument = (row: Prisma.ReceiptGetPayload<true>): ListedDocument => ({
  id: row.id,
  kind: row.kind as DocumentKind,
  number: documentNumber(row.kind as DocumentKind, row.number),
  issuedAt: row.issuedAt.toISOString(),
  totalSen: senOf(row.totalAmount),
})

/** What of a payment's receipt its number is made of; `receiptNumber` reads it. */
export const withReceipt = { where: { kind: 'receipt' }, select: { number: true } } as const

/** The number of a payment's receipt; null when it has none. */
export const receiptNumber = ([receipt]: readonly { number: number }[]): string | null =>
  receipt ? documentNumber('receipt', receipt.number) : null

/** What hangs on a booking's or an order's own page: its token is the right to see it. */
const ofToken = (token: string): Prisma.ReceiptWhereInput => ({
  payment: { OR: [{ booking: { manageToken: token } }, { order: { manageToken: token } }] },
})

/** The documents of a booking or an order, by its token; none for an unknown token. */
export const documentsOfToken = async (token: string): Promise<ListedDocument[]> =>
  MANAGE_TOKEN.test(token)
    ? (await db().receipt.findMany({ where: ofToken(token), orderBy: { id: 'asc' } })).map(
        toListedDocument,
      )
    : []

/** One of these documents by its number; null when it does not belong to the token. */
export async function documentOfToken(
  token: string,
  number: string,
): Promise<IssuedDocument | null> {
  const wanted = parseDocumentNumber(number)
  if (!wanted || !MANAGE_TOKEN.test(token)) return null
  const [document] = await found({ ...wanted, ...ofToken(token) })
  return document ?? null
}

/** A document by its id, for administrators. */
export async function documentById(id: number): Promise<IssuedDocument | null> {
  const [document] = await found({ id })
  return document ?? null
}

/** The documents of bookings or orders, in the order of issue. */
export const documentsOf = async (
  payment: Prisma.PaymentWhereInput,
): Promise<(ListedDocument & { bookingId: number | null; orderId: number | null })[]> => {
  const rows = await db().receipt.findMany({ where: { payment }, include, orderBy: { id: 'asc' } })
  return rows.map((row) => ({
    ...toListedDocument(row),
    bookingId: row.payment.bookingId,
    orderId: row.payment.orderId,
  }))
}

const PAGE = 500

/** Every document issued from `from` until before `until`, in the order of issue, page by page. */
export async function* documentsBetween(from: Date, until: Date): AsyncGenerator<IssuedDocument> {
  let last = 0
  for (;;) {
    const page = await found({ issuedAt: { gte: from, lt: until }, id: { gt: last } }, PAGE)
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)?.id ?? last
  }
}

const SEARCHED = Prisma.sql`concat_ws(' ', r.buyer ->> 'name', r.buyer ->> 'email',
  phone_forms(r.buyer ->> 'phone', NULL), r.buyer #>> '{billing,company}', r.buyer #>> '{billing,companyTin}',
  r.buyer #>> '{billing,poNumber}', r.reference)`

/** The newest; `q` is a number, or in number, buyer, company, order number or Stripe's reference. */
export async function searchDocuments(q: string, limit: number): Promise<IssuedDocument[]> {
  const numbered = parseDocumentNumber(ordinary(q).toUpperCase())
  if (numbered) return found(numbered)
  const rows = await foundInOrder<{ id: number }>(
    q,
    { text: SEARCHED, id: Prisma.sql`r.number` },
    {
      ...{ table: 'receipts', alias: 'r', where: [], columns: Prisma.sql`r.id` },
      ...{ order: Prisma.sql`ORDER BY r.id DESC`, count: limit },
    },
  )
  return (await found({ id: { in: rows.map(({ id }) => id) } })).reverse()
}

/** The newest first. */
export async function newestDocuments(limit: number): Promise<IssuedDocument[]> {
  const rows = await db().receipt.findMany({
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true },
  })
  return (await found({ id: { in: rows.map(({ id }) => id) } })).reverse()
}

/** Documents by their ids, in the order of issue. */
export const documentsById = (ids: readonly number[]): Promise<IssuedDocument[]> =>
  found({ id: { in: [...ids] } })
