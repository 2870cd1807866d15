import 'server-only'
import { sameSlips } from '@/lib/bookings/same-slip'
import { awaitsDecision, isUnpaid, owedSen, transferSen } from '@/lib/bookings/status'
import { nameIn } from '@/lib/catalog/rules'
import { db } from '@/lib/db'
import { shortDay } from '@/lib/i18n/dates'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { fullName } from '@/lib/names'
import { byDay } from '@/lib/rooms/blocks'
import { siteUrl } from '@/lib/seo/site-url'
import { site } from '@/lib/settings/queries'
import { bookingInFull, toNote } from '../queries'
import type { BookingDetail, BookingInHand, CrewBooking } from '../schema'

/** What the texts to its customer say of a booking. */
const about = (row: { firstName: string; time: string; startsAt: Date }, language: Locale) => ({
  name: row.firstName,
  time: row.time,
  day: shortDay(row.startsAt, language),
})

/** All that is shown and done about one booking, and what was done; null for an unknown id. */
export async function bookingSheet(
  id: number,
  locale: Locale,
): Promise<{ sheet: BookingInHand; history: BookingDetail['history'] } | null> {
  const [found, studio] = await Promise.all([bookingInFull(id, locale), site()])
  if (!found) return null
  const { row } = found
  const { history, ...detail } = found.detail
  const language = toLocale(row.locale)
  const t = translator(language, 'admin')
  const values = { ...about(row, language), studio: studio.name }
  const link = siteUrl() + pathIn(language, `/manage/${row.manageToken}`)
  const owes = row.isFreeSession || row.status === 'cancelled' ? 0 : owedSen(row)
  const sheet: BookingInHand = {
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
    slipAt: row.slip?.sentAt.toISOString() ?? null,
    sameSlip: row.slip ? ((await sameSlips([row.id])).get(row.id) ?? []) : [],
    takesMoney: row.transferDecision !== null,
    transfer: awaitsDecision(row)
      ? {
          sen: transferSen(row),
          slipAt: row.slip?.sentAt.toISOString() ?? null,
          hasEnded: row.status === 'cancelled',
        }
      : null,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }
  return { sheet, history }
}

/** Neither amounts nor emails nor tokens are read for it. Null for an unknown id. */
export async function crewSheet(id: number, locale: Locale): Promise<CrewBooking | null> {
  const [row, studio] = await Promise.all([
    db().booking.findUnique({
      where: { id },
      select: {
        ...{ id: true, firstName: true, lastName: true, phone: true, phoneE164: true },
        ...{ status: true, time: true, startsAt: true, roomId: true, people: true, locale: true },
        ...{ requirements: true, arrivedAt: true, noShowAt: true, updatedAt: true },
        service: { select: { name: true, translations: true } },
        addOns: { select: { service: { select: { name: true, translations: true } } } },
        ownerNotes: { orderBy: { id: 'desc' } },
        reservations: { where: { upgradeId: null }, orderBy: { startsAt: 'asc' } },
        membership: { select: { counts: true } },
      },
    }),
    site(),
  ])
  if (!row) return null
  const language = toLocale(row.locale)
  const t = translator(language, 'admin')
  const values = { ...about(row, language), studio: studio.name }
  return {
    id: row.id,
    version: row.updatedAt.toISOString(),
    name: fullName(row),
    phone: row.phone,
    whatsApp: row.phoneE164 ? row.phoneE164.slice(1) : null,
    texts: { about: t('texts.about', values), late: t('texts.late', values) },
    isChangeable: row.status === 'pending' || row.status === 'confirmed',
    startsAt: row.startsAt.toISOString(),
    spans: row.reservations.flatMap((reservation) =>
      byDay(reservation).map(({ date, from, to }) => ({ date, from, to })),
    ),
    roomId: row.roomId,
    service: nameIn(locale, row.service),
    addOns: row.addOns.map(({ service }) => nameIn(locale, service)),
    people: row.people,
    wishes: row.requirements,
    member: row.membership?.counts === true,
    arrivedAt: row.arrivedAt?.toISOString() ?? null,
    noShowAt: row.noShowAt?.toISOString() ?? null,
    notes: row.ownerNotes.map(toNote),
  }
}
