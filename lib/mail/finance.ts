import 'server-only'
import { db, type Tx } from '@/lib/db'
import { hitAll, inboxHash } from '@/lib/http/rate-limit'
import { toLocale } from '@/lib/i18n/routing'
import { senOf } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { financeEmailOf, financeReader } from '@/lib/receipts/company'
import { documentNumber, type DocumentKind } from '@/lib/receipts/rules'
import { DAY_MS } from '@/lib/time'
import { queueMail, type Ready, type Untrue } from './outbox'
import type { About } from './told'

// Whoever keeps a buyer's accounts gets its receipts and notes, each once in a mail of its own with
// nothing of the booking but its number: the link to its page is for who booked (docs/decisions/043).

/** One given later gets those before it too, while their mails are known (`KEPT.mailDays`). */
const DOCUMENT_DAYS = 60

const include = {
  payment: {
    select: {
      bookingId: true,
      orderId: true,
      booking: { select: { billing: true } },
      order: { select: { billing: true } },
    },
  },
} as const

// Whoever has the link of a purchase says who its finance contact is: a stranger may name strangers.
const PER_PURCHASE = { name: 'finance-purchase', max: 3, seconds: 86_400 }
const PER_INBOX = { name: 'finance-inbox', max: 5, seconds: 86_400 }

type Naming = { about: About; email: string | null; before: string | null }

/**
 * Counts that somebody names a finance contact who was not theirs before, for the purchase and for the
 * inbox that is mailed. Throws too_many_requests.
 */
export async function countFinance({ about, email, before }: Naming): Promise<void> {
  if (email === null || email === before) return
  const purchase = 'bookingId' in about ? `booking ${about.bookingId}` : `order ${about.orderId}`
  const retryAfter = await hitAll([
    [PER_PURCHASE, purchase],
    [PER_INBOX, inboxHash(email)],
  ])
  if (retryAfter)
    throw new Problem('too_many_requests', {
      retryAfter,
      sentence: 'finance_limit',
      fields: { financeEmail: 'finance_limit' },
    })
}

/** Queues a mail for each document that the finance contact of a booking or an order has not got. */
export async function tellFinance(tx: Tx, about: About): Promise<void> {
  const buyer = await buyerOf(tx, about)
  const recipient = financeReader(buyer)
  if (recipient === null) return
  const documents = await tx.receipt.findMany({
    where: { payment: about, issuedAt: { gt: new Date(Date.now() - DOCUMENT_DAYS * DAY_MS) } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of documents)
    await queueMail(tx, {
      kind: 'finance_document',
      payload: { documentId: id },
      recipient,
      locale: toLocale(buyer.locale),
      dedupeKey: `finance_document:${id}:${inboxHash(recipient)}`,
      unproven: true,
      ...about,
    })
}

async function buyerOf(tx: Tx, about: About) {
  if ('bookingId' in about)
    return tx.booking.findUniqueOrThrow({
      where: { id: about.bookingId },
      select: { billing: true, email: true, locale: true },
    })
  const { customerEmail: email, ...order } = await tx.videoEditingOrder.findUniqueOrThrow({
    where: { id: about.orderId },
    select: { billing: true, customerEmail: true, locale: true },
  })
  return { ...order, email }
}

/** What such a mail says of its document when it is sent; nothing to an address that was corrected since. */
export async function financeDocumentOf(
  { documentId }: { documentId: number },
  mailId: number,
): Promise<Ready | Untrue> {
  const [mail, document] = await Promise.all([
    db().mail.findUnique({ where: { id: mailId }, select: { recipient: true } }),
    db().receipt.findUnique({ where: { id: documentId }, include }),
  ])
  if (!mail || !document) return { untrue: 'document_deleted' }
  const { bookingId, orderId, booking, order } = document.payment
  if (financeEmailOf((booking ?? order)?.billing) !== mail.recipient)
    return { untrue: 'finance_email_changed' }
  const kind = document.kind as DocumentKind
  const about = bookingId === null ? { order: orderId ?? 0 } : { booking: bookingId }
  const payload = {
    ...{ about, documentId, document: kind, number: documentNumber(kind, document.number) },
    totalSen: senOf(document.totalAmount),
  }
  return { letter: { kind: 'finance_document', payload } }
}
