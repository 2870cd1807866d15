import 'server-only'
import { deflateSync } from 'node:zlib'
import type { Locale } from '@/lib/i18n/routing'
import { qrPng } from '@/lib/qr'
import { pdfFile } from '@/lib/receipts/pdf'
import { documentsById } from '@/lib/receipts/queries'
import type { IssuedDocument } from '@/lib/receipts/schema'
import type { Site } from '@/lib/settings/site'
import { calendarFiles } from './calendar'
import { QR_CID } from './rules'
import type { Attachment, BookingFacts, Letter } from './schema'

export type MailFile = {
  filename: string
  content: string | Buffer
  contentType: string
  /** By which the mail shows it: a picture of its own, and no attachment. */
  cid?: string
}

/** What goes with a mail, and what belongs to it and could not be made. */
export type Attachments = {
  files: MailFile[]
  attached: Attachment[]
  missing: { attachment: Attachment; failure: unknown }[]
}

type Wanted = [Attachment, () => MailFile[] | Promise<MailFile[]>]

/**
 * Makes the attachments of a mail: the receipts and notes that its recipient does not have yet, and
 * the calendar files of its booking. Throws where the database or the mail itself is at fault, never
 * because of a file.
 */
export async function attachmentsOf(
  letter: Letter,
  locale: Locale,
  studio: Site,
): Promise<Attachments> {
  const made: Attachments = { files: [], attached: [], missing: [] }
  for (const [attachment, make] of await wantedBy(letter, locale, studio))
    try {
      made.files.push(...(await make()))
      made.attached.push(attachment)
    } catch (failure) {
      made.missing.push({ attachment, failure })
    }
  return made
}

const wantedBy = async (letter: Letter, locale: Locale, studio: Site): Promise<Wanted[]> => {
  if (letter.kind === 'order_notice') return documentsOf(letter.payload.news.documents)
  if (letter.kind === 'booking_notice') {
    const { calendar, news } = letter.payload
    return [
      ...(calendar ? [calendarOf(letter.payload, calendar, locale, studio)] : []),
      ...(await documentsOf(news.documents)),
    ]
  }
  if (letter.kind === 'finance_document') return documentsOf([letter.payload.documentId])
  if (letter.kind !== 'attachment') return []
  const { attachment, calendar, documents } = letter.payload
  if (attachment !== 'calendar')
    return (await documentsOf(documents)).filter(([each]) => each === attachment)
  if (!calendar) return []
  return [calendarOf(calendar, calendar.isCancelled ? 'cancelled' : 'confirmed', locale, studio)]
}

const calendarOf = (
  booking: BookingFacts,
  state: 'confirmed' | 'cancelled',
  locale: Locale,
  studio: Site,
): Wanted => [
  'calendar',
  () =>
    calendarFiles(booking, studio, locale, state).map(({ method, ...file }) => ({
      ...file,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
    })),
]

/** The pictures that the mail itself shows. */
export function picturesOf(letter: Letter): MailFile[] {
  if (letter.kind !== 'booking_notice' || !letter.payload.transfer?.qr) return []
  const content = Buffer.from(qrPng(letter.payload.transfer.qr.text, deflateSync))
  return [{ filename: 'duitnow-qr.png', content, contentType: 'image/png', cid: QR_CID }]
}

/** These receipts and notes, those of one kind together. */
async function documentsOf(ids: readonly number[]): Promise<Wanted[]> {
  const documents = ids.length > 0 ? await documentsById(ids) : []
  return (['receipt', 'credit_note', 'debit_note'] as const).flatMap((kind): Wanted[] => {
    const ofKind = documents.filter((document) => document.kind === kind)
    return ofKind.length > 0 ? [[kind, () => asFiles(ofKind)]] : []
  })
}

const asFiles = (documents: readonly IssuedDocument[]): Promise<MailFile[]> =>
  Promise.all(
    documents.map(async (document) => ({
      ...(await pdfFile(document)),
      contentType: 'application/pdf',
    })),
  )
