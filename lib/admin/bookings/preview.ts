import 'server-only'
import { noticeIf } from '@/lib/bookings/mail-now'
import { bookingNow, type Supposed } from '@/lib/bookings/notices'
import { roomWhenMoved } from '@/lib/bookings/reschedule'
import type { Extension } from '@/lib/bookings/schema'
import type { MailText } from '@/lib/closings/schema'
import { transaction } from '@/lib/db'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { noticeText } from '@/lib/mail/templates'
import { senOf } from '@/lib/money'
import { currentSite } from '@/lib/settings/queries'
import type { OfferedExtension } from './schema'

type Wish = { date: string; time: string; roomId?: number | undefined }

const localeOf = async (id: number, now: Date): Promise<Locale> =>
  toLocale((await transaction((tx) => bookingNow(tx, id, now))).booking.locale)

/** What the customer would be told if this were so of their booking; null: nothing. */
async function mailIf(
  id: number,
  supposed: Supposed,
  { locale, now }: { locale: Locale; now: Date },
): Promise<MailText | null> {
  const notice = await noticeIf(id, supposed, now)
  return notice && noticeText(notice, locale, await currentSite())
}

/** The mail if the booking were moved there. Throws slot_taken where no room is free then. */
export async function moveMail(
  id: number,
  { date, time, roomId: wished }: Wish,
  now: Date,
): Promise<{ locale: Locale; mail: MailText | null }> {
  const locale = await localeOf(id, now)
  const roomId = await roomWhenMoved(id, { date, time, roomId: wished ?? null }, now)
  return { locale, mail: await mailIf(id, { date, time, roomId }, { locale, now }) }
}

/** What the customer would be told if they had this much more; null where they cannot. */
export async function moreMail(
  id: number,
  { price, state }: Extension,
  now: Date,
): Promise<OfferedExtension['mail']> {
  if (!price || (state !== 'free' && state !== 'warn')) return null
  const moreSen = senOf(price.totalAmount)
  const locale = await localeOf(id, now)
  const mail = (isPaid: boolean) => mailIf(id, { moreSen, isPaid }, { locale, now })
  return { locale, owed: await mail(false), paid: await mail(true) }
}
