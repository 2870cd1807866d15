// What people are told, without a mail server: every queued mail is written as it would be now.
import { currentMail } from '@/lib/current-mail'
import { db, transaction } from '@/lib/db'
import { mailContent, type Letter } from '@/lib/mail/schema'
import type { MailText } from '@/lib/closings/schema'
import type { Locale } from '@/lib/i18n/routing'
import { noticeText } from '@/lib/mail/templates'
import { recordNotice } from '@/lib/mail/told'
import { currentSite } from '@/lib/settings/queries'

export type Told = {
  kind: string
  /** What a notice says first; why a mail is not sent. */
  says: string | null
  untrue: string | null
  recipient: string
  locale: string
  bookingId: number | null
  orderId: number | null
  letter: Letter | null
}

/** Writes the queued mails, and notes them as sent. */
export async function tellAll(): Promise<Told[]> {
  const queued = await db().mail.findMany({ where: { status: 'queued' }, orderBy: { id: 'asc' } })
  const told: Told[] = []
  for (const { id, kind, payload, recipient, locale, bookingId, orderId } of queued) {
    const ready = await currentMail(mailContent.parse({ kind, payload }), { id }, new Date())
    const about = { kind, recipient, locale, bookingId, orderId }
    if ('untrue' in ready) {
      await db().mail.update({ where: { id }, data: { status: 'dropped' } })
      told.push({ ...about, says: null, untrue: ready.untrue, letter: null })
      continue
    }
    const { letter, notice } = ready
    await transaction(async (tx) => {
      await tx.mail.update({ where: { id }, data: { status: 'sent', sentAt: new Date() } })
      const of = bookingId === null ? { orderId: orderId ?? 0 } : { bookingId }
      if (notice) await recordNotice(tx, of, notice, id)
    })
    told.push({ ...about, says: notice?.says ?? kind, untrue: null, letter })
  }
  return told
}

/** Subject and first sentences of the mail to the customer that waits now; it counts as sent. */
export async function mailedText(locale: Locale): Promise<MailText> {
  const told = (await tellAll()).filter(({ kind }) => kind === 'booking_notice')
  const [letter] = told.map((one) => one.letter)
  if (told.length !== 1 || letter?.kind !== 'booking_notice') throw new Error('Not one notice')
  return noticeText(letter.payload, locale, await currentSite())
}

/** What the customers are told now. */
export const toldCustomers = async (): Promise<(string | null)[]> =>
  (await tellAll())
    .filter(({ kind, untrue }) => !kind.startsWith('studio_') && untrue === null)
    .map(({ says }) => says)
