import 'server-only'
import { isUnpaid, owedSen } from '@/lib/bookings/status'
import { db } from '@/lib/db'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { siteUrl } from '@/lib/seo/site-url'
import { MONEY_COLUMNS } from '@/lib/sales/money'
import { currentSite } from '@/lib/settings/queries'
import { bookingDetail } from '../queries'
import type { BookingInHand } from '../schema'

/** All that is shown and done about one booking; null for an unknown id. */
export async function bookingSheet(id: number, locale: Locale): Promise<BookingInHand | null> {
  const [detail, row, studio] = await Promise.all([
    bookingDetail(id, locale),
    db().booking.findUnique({
      where: { id },
      include: { payments: { select: MONEY_COLUMNS }, membership: { select: { counts: true } } },
    }),
    currentSite(),
  ])
  if (!detail || !row) return null
  const language = toLocale(row.locale)
  const t = translator(language, 'admin')
  const values = { name: row.firstName, studio: studio.name, time: row.time, day: row.startsAt }
  const link = siteUrl() + pathIn(language, `/manage/${row.manageToken}`)
  const owes = row.isFreeSession || row.status === 'cancelled' ? 0 : owedSen(row)
  return {
    detail,
    whatsApp: row.phoneE164 ? row.phoneE164.slice(1) : null,
    texts: {
      about: t('texts.about', values),
      late: t('texts.late', values),
      unpaid: owes > 0 ? t('texts.unpaid', { ...values, link }) : null,
    },
    member: row.membership?.counts === true,
    owedSen: owes,
    isUnpaid: isUnpaid(row),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }
}
