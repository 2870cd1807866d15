import 'server-only'
import { noticeIf } from '@/lib/bookings/mail-now'
import { bookingNow } from '@/lib/bookings/notices'
import type { MailText } from '@/lib/closings/schema'
import { transaction } from '@/lib/db'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { noticeText } from '@/lib/mail/templates'
import { currentSite } from '@/lib/settings/queries'

/** What the customer would be told if their booking were moved there; null: nothing. */
export async function moveMail(
  id: number,
  to: { date: string; time: string },
  now: Date,
): Promise<{ locale: Locale; mail: MailText | null }> {
  const { booking } = await transaction((tx) => bookingNow(tx, id, now))
  const [locale, site] = [toLocale(booking.locale), await currentSite()]
  const notice = await noticeIf(id, to, now)
  return { locale, mail: notice && noticeText(notice, locale, site) }
}
