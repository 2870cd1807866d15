import 'server-only'
import { changesOf } from '@/lib/audit/rules'
import { db, type Prisma, type Tx } from '@/lib/db'
import { inboxHash } from '@/lib/http/rate-limit'
import { DEFAULT_LOCALE, toLocale } from '@/lib/i18n/routing'
import { financeEmailOf } from '@/lib/receipts/company'
import { currentSite } from '@/lib/settings/queries'
import { SETTINGS, type SettingKey, type SettingValues } from '@/lib/settings/schema'
import { shortAccount } from '@/lib/settings/transfer'
import { queueMail, type Ready, type Untrue } from './outbox'
import { isAbout, type About } from './told'

// The owners hear by mail of each change that says where money or secrets go (docs/decisions/065).

/** The studio's address and those of its owners; `studio`: instead of the studio's own. */
async function ownersAddresses(tx: Tx, studio?: string): Promise<string[]> {
  const owners = await tx.user.findMany({
    where: { role: 'owner', disabledAt: null, email: { not: null } },
    select: { email: true },
    orderBy: { id: 'asc' },
  })
  const all = [studio ?? (await currentSite(tx)).email, ...owners.map(({ email }) => email ?? '')]
  return [...new Map(all.map((address) => [inboxHash(address), address])).values()]
}

type Change = { id: number; key: SettingKey; before: Prisma.JsonValue }

/** Mails the owners that a setting has changed; to the studio's address before, where that changed. */
export async function warnOfSetting(tx: Tx, { id, key, before }: Change): Promise<void> {
  const former =
    key === 'site' ? (before as Partial<SettingValues['site']> | null)?.email : undefined
  for (const recipient of await ownersAddresses(tx, former))
    await queueMail(tx, {
      kind: 'setting_changed',
      payload: { change: id },
      recipient,
      locale: DEFAULT_LOCALE,
      dedupeKey: `setting_changed:${id}:${inboxHash(recipient)}`,
    })
}

/** What such a mail says: the row of the audit log, accounts by their ends alone. */
export async function settingChangeOf({ change }: { change: number }): Promise<Ready | Untrue> {
  const row = await db().auditLog.findUnique({ where: { id: change } })
  if (!row) return { untrue: 'change_deleted' }
  const key = row.entityId as SettingKey
  const shown = (stored: Prisma.JsonValue) => {
    const value = { ...SETTINGS[key].initial, ...(stored as object | null) }
    return key === 'transfer' ? shortAccount(value as SettingValues['transfer']) : value
  }
  const changes = changesOf(shown(row.before), shown(row.after))
  if (changes.length === 0) return { untrue: 'nothing_changed' }
  const payload = { key, by: row.actor, at: row.createdAt.toISOString(), changes }
  return { letter: { kind: 'setting_changed', payload } }
}

type Former = {
  field: 'email' | 'financeEmail'
  /** The address before; empty or null: there was none. */
  former: string | null
  locale: string
}
type ContactChange = About & { id: number; changed: readonly Former[] }

/**
 * Mails the owners, and whoever had the address before, that mails about money of a booking or an order
 * go to another one. `id` is the row of the audit log.
 */
export async function warnOfContact(
  tx: Tx,
  { id, changed, ...about }: ContactChange,
): Promise<void> {
  const owners = changed.length > 0 ? await ownersAddresses(tx) : []
  for (const { field, former, locale } of changed) {
    const tell = (recipient: string, reader: 'owner' | 'former') =>
      queueMail(tx, {
        kind: 'contact_changed',
        payload: { change: id, field, reader },
        recipient,
        locale: reader === 'owner' ? DEFAULT_LOCALE : toLocale(locale),
        dedupeKey: `contact_changed:${id}:${field}:${reader}:${inboxHash(recipient)}`,
        ...(reader === 'former' && about),
      })
    for (const owner of owners) await tell(owner, 'owner')
    if (former) await tell(former, 'former')
  }
}

/** Enough of an address for who knows it. */
const shortEmail = (email: string): string =>
  email === '' ? '' : `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`

/** What such a mail says, with the address as it is when it is sent. */
export async function contactChangeOf({
  change,
  field,
  reader,
}: {
  change: number
  field: Former['field']
  reader: 'owner' | 'former'
}): Promise<Ready | Untrue> {
  const row = await db().auditLog.findUnique({ where: { id: change } })
  if (!row) return { untrue: 'change_deleted' }
  const id = Number(row.entityId)
  const contact =
    row.entity === 'booking'
      ? await db().booking.findUnique({ where: { id }, select: { email: true, billing: true } })
      : await orderContact(id)
  if (!contact) return { untrue: 'contact_deleted' }
  const address = field === 'email' ? contact.email : (financeEmailOf(contact.billing) ?? '')
  const payload = {
    ...{ field, reader, by: row.actor, at: row.createdAt.toISOString() },
    about: row.entity === 'booking' ? { booking: id } : { order: id },
    address: reader === 'owner' ? address : shortEmail(address),
  }
  return { letter: { kind: 'contact_changed', payload } }
}

async function orderContact(id: number) {
  const order = await db().videoEditingOrder.findUnique({
    where: { id },
    select: { customerEmail: true, billing: true },
  })
  return order && { email: order.customerEmail, billing: order.billing }
}

/**
 * Whether money of a booking or an order is here, goes back or is awaited by transfer, so that who is
 * mailed of it can lead it elsewhere.
 */
export async function holdsMoney(about: About, client: Pick<Tx, '$queryRaw'> = db()) {
  const rows = await client.$queryRaw<object[]>`
    SELECT 1 FROM payments WHERE ${isAbout(about)}
      AND outcome IN ('confirmed', 'refund_due', 'needs_attention')
    UNION ALL
    SELECT 1 FROM bookings WHERE id = ${'bookingId' in about ? about.bookingId : 0}
      AND transfer_chosen_at IS NOT NULL LIMIT 1`
  return rows.length > 0
}
