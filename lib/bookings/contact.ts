import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import { withdrawFormsOf } from '@/lib/bank-forms/form'
import { newToken } from '@/lib/http/request'
import { recordSession } from '@/lib/memberships/loyalty'
import { tellFinance } from '@/lib/mail/finance'
import { redirectMails } from '@/lib/mail/outbox'
import { holdsMoney, warnOfContact } from '@/lib/mail/warnings'
import { phoneColumns } from '@/lib/phones'
import { financeEmailOf, withFinanceEmail } from '@/lib/receipts/company'
import { Problem } from '@/lib/problem'
import type { Locale } from '@/lib/i18n/routing'
import { askFinance, bookingNow } from './notices'
import { bookingInclude, type BookingRow } from './queries'

export type ContactChange = {
  id: number
  firstName: string
  lastName: string | null
  email: string
  phone: string | null
  locale: Locale
  /** Absent: as it is. */
  people?: number | null | undefined
  /** Who else gets the receipts; absent: as it is. */
  financeEmail?: string | null | undefined
  version: string | undefined
  actor: string
}

/**
 * Corrects who booked. With a new email, mails that have not left go there, and what mails that have
 * may have brought to somebody else stops working (docs/decisions/039, 053): the booking's link, and a
 * form for bank details. The log names fields, not people. Throws not_found, version_conflict, and
 * not_changeable for a new email of a session that is in a member's ledger.
 */
export async function correctContact(change: ContactChange): Promise<BookingRow> {
  const { id, version, actor, firstName, lastName, email, locale, phone, people } = change
  const { financeEmail } = change
  if ((await db().booking.count({ where: { id } })) === 0) throw new Problem('not_found')
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
    const before = await tx.booking.findUniqueOrThrow({ where: { id } })
    assertVersion(before, version)
    const typed = { firstName, lastName, email, phone, locale, people }
    const after = { ...typed, people: people === undefined ? before.people : people }
    const corrected = (Object.keys(after) as (keyof typeof after)[]).filter(
      (name) => after[name] !== before[name],
    )
    const isOtherFinance =
      financeEmail !== undefined && financeEmail !== financeEmailOf(before.billing)
    if (isOtherFinance) {
      const billing = withFinanceEmail(before.billing, financeEmail) ?? Prisma.DbNull
      await tx.booking.update({ where: { id }, data: { billing } })
    }
    const names = [...corrected, ...(isOtherFinance ? (['financeEmail'] as const) : [])]
    if (names.length === 0) return
    const isOtherInbox = before.email.toLowerCase() !== email.toLowerCase()
    if (isOtherInbox && (await isCounted(tx, id)))
      throw new Problem('not_changeable', { sentence: 'email_counted' })
    await tx.booking.update({
      where: { id },
      data: { ...after, ...phoneColumns(phone), ...(isOtherInbox && { manageToken: newToken() }) },
    })
    await redirectMails(tx, id, before.email, { recipient: email, locale })
    if (isOtherInbox) await withdrawFormsOf(tx, id, actor)
    if (isOtherInbox && before.status === 'completed') await recordSession(tx, id)
    const { id: change } = await recordChange(tx, {
      actor,
      action: 'contact',
      entity: 'booking',
      entityId: id,
      before: null,
      after: { corrected: names },
    })
    if (await holdsMoney({ bookingId: id }, tx))
      await warnOfContact(tx, {
        ...{ id: change, bookingId: id },
        changed: [
          ...(isOtherInbox
            ? [{ field: 'email' as const, former: before.email, locale: before.locale }]
            : []),
          ...(isOtherFinance
            ? [
                {
                  ...{ field: 'financeEmail' as const, locale: before.locale },
                  former: financeEmailOf(before.billing),
                },
              ]
            : []),
        ],
      })
    if (isOtherFinance) await tellFinance(tx, { bookingId: id })
    // With either address their link is another one.
    if (isOtherFinance || isOtherInbox) await askFinance(tx, await bookingNow(tx, id, new Date()))
  })
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

type Typed = Pick<ContactChange, 'id' | 'email' | 'financeEmail'>

/** Whether a correction leads mails about money elsewhere: it needs a proof of identity. */
export async function redirectsMoney({ id, email, financeEmail }: Typed): Promise<boolean> {
  const before = await db().booking.findUnique({
    where: { id },
    select: { email: true, billing: true },
  })
  if (!before) return false
  const isOther =
    before.email.toLowerCase() !== email.toLowerCase() ||
    (financeEmail !== undefined && financeEmail !== financeEmailOf(before.billing))
  return isOther && holdsMoney({ bookingId: id })
}

/** A ledger is the owner's of a proven email: it is not moved to another one by a correction. */
async function isCounted(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM membership_sessions s WHERE s.booking_id = ${id}
      AND NOT EXISTS (SELECT 1 FROM membership_sessions r WHERE r.reverses_id = s.id)`
  return rows.length > 0
}
