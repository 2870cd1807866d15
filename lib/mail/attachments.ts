import 'server-only'
import { db } from '@/lib/db'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { pdfFile } from '@/lib/receipts/pdf'
import { documentById, documentsOfPayment } from '@/lib/receipts/queries'
import type { IssuedDocument } from '@/lib/receipts/schema'
import type { Site } from '@/lib/settings/site'
import { calendarFiles } from './calendar'
import { mailContent, type Attachment, type AttachmentFacts, type MailContent } from './schema'

export type MailFile = { filename: string; content: string | Buffer; contentType: string }

/** What goes with a mail, and what belongs to it and could not be made. */
export type Attachments = {
  files: MailFile[]
  attached: Attachment[]
  missing: { attachment: Attachment; failure: unknown }[]
}

type Wanted = [Attachment, () => MailFile[] | Promise<MailFile[]>]

/**
 * Makes the attachments of a mail: the receipt of the payment it confirms or the credit notes of
 * the refund it reports, and the calendar files of its booking. Throws where the database or the
 * mail itself is at fault, never because of a file.
 */
export async function attachmentsOf(
  content: MailContent,
  locale: Locale,
  studio: Site,
): Promise<Attachments> {
  const made: Attachments = { files: [], attached: [], missing: [] }
  for (const [attachment, make] of await wantedBy(content, locale, studio))
    try {
      made.files.push(...(await make()))
      made.attached.push(attachment)
    } catch (failure) {
      made.missing.push({ attachment, failure })
    }
  return made
}

const wantedBy = async (content: MailContent, locale: Locale, studio: Site): Promise<Wanted[]> =>
  content.kind === 'attachment'
    ? wantedLater(content.payload, studio)
    : [...calendarOf(content, locale, studio), ...(await documentsOf(content))]

/** The attachment that an earlier mail went without; none when it is no longer true. */
async function wantedLater(
  { mailId, attachment }: AttachmentFacts,
  studio: Site,
): Promise<Wanted[]> {
  const mail = await db().mail.findUniqueOrThrow({
    where: { id: mailId },
    select: { kind: true, payload: true, locale: true },
  })
  const content = mailContent.parse(mail)
  if (attachment === 'calendar' && (await isOutdated(content))) return []
  const wanted = await wantedBy(content, toLocale(mail.locale), studio)
  return wanted.filter(([each]) => each === attachment)
}

/** The booking was moved, cancelled or held since: its event is another one, or over. */
async function isOutdated({ kind, payload }: MailContent): Promise<boolean> {
  if (!('sequence' in payload)) return false
  const booking = await db().booking.findUnique({
    where: { id: payload.bookingId },
    select: { calendarSequence: true, status: true },
  })
  return (
    booking?.calendarSequence !== payload.sequence ||
    booking.status !== (kind === 'booking_cancelled' ? 'cancelled' : 'confirmed')
  )
}

function calendarOf(content: MailContent, locale: Locale, studio: Site): Wanted[] {
  switch (content.kind) {
    case 'booking_confirmed':
    case 'booking_rescheduled':
    case 'booking_upgraded':
    case 'booking_cancelled': {
      // Nothing is put into a calendar that is not paid, or is over.
      if (content.payload.isUnpaid || content.payload.isOver) return []
      const state = content.kind === 'booking_cancelled' ? 'cancelled' : 'confirmed'
      const files = () =>
        calendarFiles(content.payload, studio, locale, state).map(({ method, ...file }) => ({
          ...file,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
        }))
      return [['calendar', files]]
    }
    default:
      return []
  }
}

async function documentsOf({ kind, payload }: MailContent): Promise<Wanted[]> {
  switch (kind) {
    case 'booking_confirmed':
    case 'booking_upgraded':
    case 'order_received':
      return ofPayment(payload.paymentId, 'receipt')
    case 'order_refunded':
      return ofPayment(payload.paymentId, 'credit_note')
    case 'credit_note':
    case 'debit_note': {
      const document = await documentById(payload.documentId)
      if (!document) throw new Error('The document of this mail is gone')
      return [[kind, () => asFiles([document])]]
    }
    default:
      return []
  }
}

async function ofPayment(
  paymentId: number | undefined,
  kind: 'receipt' | 'credit_note',
): Promise<Wanted[]> {
  if (paymentId === undefined) return []
  const documents = await documentsOfPayment(paymentId, kind)
  if (documents.length > 0) return [[kind, () => asFiles(documents)]]
  const payment = await db().payment.findUnique({
    where: { id: paymentId },
    select: { documentsFailingSince: true },
  })
  // Without one that is due, such as for a payment of nothing, there is nothing to attach.
  return payment?.documentsFailingSince ? [[kind, () => Promise.reject(new NotIssued())]] : []
}

/** lib/payments/documents.ts could not issue it yet, and tries again. */
class NotIssued extends Error {
  override name = 'NotIssued'
}

const asFiles = (documents: readonly IssuedDocument[]): Promise<MailFile[]> =>
  Promise.all(
    documents.map(async (document) => ({
      ...(await pdfFile(document)),
      contentType: 'application/pdf',
    })),
  )
