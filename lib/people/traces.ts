import 'server-only'
import { memberAccount } from '@/lib/auth/browser'
import { Prisma } from '@/lib/db'
import { pseudonymOf } from '@/lib/secrets/pseudonym'
import { isOfSubject, type DataSubject } from './subject'
import { inboxHash } from '@/lib/http/rate-limit'
import { sha256 } from '@/lib/http/request'

/** Where rows about one person are: a table, called `t` in the condition. */
export type Trace = {
  table: string
  where: Prisma.Sql
  /** Left out of an export, also paths inside: keys, hashes, codes, data about somebody else. */
  hidden: readonly string[]
  /** What an export has in the place of a whole row that is somebody else's. */
  shown?: Prisma.Sql
}

const HOLDER = [
  'visitor_hash',
  'holder_hash',
  'holder_network_hash',
  'holder_inbox',
  'manage_token',
]

// The answers can only be read with the key that the caller sent.
const SEALED = [
  'key_hash',
  'request_hash',
  'visitor_hash',
  'email_hash',
  'sealed_token',
  'sealed_response',
]

/** A condition on `t`, a row of rate_limits: it counts one of these emails, or its inbox. */
export const isCounted = (emails: readonly string[]): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM unnest(${[...emails.map(inboxHash), ...emails.map(sha256)]}::text[])
    AS hash WHERE position(hash IN t.key) > 0)`

/**
 * Every place in the database with rows about one person, listed only
 * here; tests/integration/people/person.test.ts fails when a table with personal data is missing.
 */
export async function tracesOf(person: DataSubject): Promise<Trace[]> {
  const { emails } = person
  const pseudonyms = await Promise.all([person.name, ...emails].map(pseudonymOf))
  const listed = Prisma.sql`ANY(${emails}::text[])`
  const bookings = Prisma.sql`(SELECT id FROM bookings b WHERE ${isOfSubject(person, 'bookings', 'b')})`
  const orders = Prisma.sql`(SELECT id FROM video_editing_orders o
    WHERE ${isOfSubject(person, 'orders', 'o')})`
  const members = Prisma.sql`(SELECT id FROM memberships m WHERE ${isOfSubject(person, 'members', 'm')})`
  const contacts = Prisma.sql`(SELECT id FROM contacts c WHERE ${isOfSubject(person, 'contacts', 'c')})`
  const payments = Prisma.sql`(SELECT id FROM payments WHERE booking_id IN ${bookings}
    OR order_id IN ${orders})`
  const named = (entity: string, ids: Prisma.Sql) =>
    Prisma.sql`(t.entity = ${entity} AND t.entity_id IN (SELECT own.id::text FROM ${ids} AS own))`
  const trace = (table: string, where: Prisma.Sql, hidden: readonly string[] = []): Trace => ({
    table,
    where,
    hidden,
  })
  // Somebody else's, which name this person to get their documents, and to pay.
  const billed = (table: string, own: Prisma.Sql): Trace => ({
    ...trace(table, Prisma.sql`t.billing ->> 'financeEmail' = ${listed} AND t.id NOT IN ${own}`),
    shown: Prisma.sql`jsonb_build_object('id', t.id, 'billing',
      jsonb_build_object('financeEmail', t.billing ->> 'financeEmail'))`,
  })
  return [
    billed('bookings', bookings),
    billed('video_editing_orders', orders),
    trace('bookings', Prisma.sql`t.id IN ${bookings}`, HOLDER),
    trace('booking_add_ons', Prisma.sql`t.booking_id IN ${bookings}`),
    trace('sales', Prisma.sql`t.booking_id IN ${bookings} OR t.order_id IN ${orders}`),
    trace('booking_notes', Prisma.sql`t.booking_id IN ${bookings}`, ['author']),
    trace('slips', Prisma.sql`t.booking_id IN ${bookings}`, ['look']),
    trace('undoable_acts', Prisma.sql`t.booking_id IN ${bookings}`, ['actor', 'before', 'after']),
    trace('booking_upgrades', Prisma.sql`t.booking_id IN ${bookings}`),
    trace('slot_reservations', Prisma.sql`t.booking_id IN ${bookings}`),
    trace('video_editing_orders', Prisma.sql`t.id IN ${orders}`, HOLDER),
    trace('payments', Prisma.sql`t.id IN ${payments}`, ['idempotency_key', 'refund_key']),
    trace('part_refunds', Prisma.sql`t.payment_id IN ${payments}`, ['refund_key']),
    trace('bank_forms', Prisma.sql`t.payment_id IN ${payments}`, ['token_hash']),
    trace('receipts', Prisma.sql`t.payment_id IN ${payments}`),
    trace('memberships', Prisma.sql`t.id IN ${members}`, ['joined_browser_hash']),
    trace('membership_sessions', Prisma.sql`t.membership_id IN ${members}`),
    trace(
      'referral_rewards',
      Prisma.sql`t.referrer_membership_id IN ${members} OR t.referred_membership_id IN ${members}`,
    ),
    trace('contacts', Prisma.sql`t.id IN ${contacts}`),
    trace('contact_replies', Prisma.sql`t.contact_id IN ${contacts}`, ['author']),
    trace(
      'mails',
      Prisma.sql`lower(t.recipient) = ${listed} OR lower(t.payload ->> 'email') = ${listed}
        OR t.booking_id IN ${bookings} OR t.order_id IN ${orders}
        OR t.id IN (SELECT mail_id FROM contact_replies WHERE contact_id IN ${contacts})`,
      ['dedupe_key', 'payload.manageToken', 'payload.code'],
    ),
    trace('customers', Prisma.sql`t.id = ANY(${person.customers}::int[])`, ['key']),
    trace('customer_changes', Prisma.sql`t.email = ${listed}`),
    trace('notices', Prisma.sql`t.booking_id IN ${bookings} OR t.order_id IN ${orders}`, [
      'told.link',
    ]),
    trace('sessions', Prisma.sql`lower(t.email) = ${listed}`, ['id']),
    trace('sign_in_codes', Prisma.sql`lower(t.email) = ${listed}`, ['browser_hash', 'code_hash']),
    trace(
      'known_browsers',
      Prisma.sql`t.account_hash = ANY(${emails.map(memberAccount)}::text[])`,
      ['browser_hash', 'account_hash'],
    ),
    trace(
      'idempotency_keys',
      Prisma.sql`t.email_hash = ANY(${emails.map(sha256)}::text[])`,
      SEALED,
    ),
    trace('rate_limits', isCounted(emails), ['key']),
    trace(
      'audit_log',
      Prisma.sql`(t.entity IN ('member_sign_in', 'person') AND t.entity_id = ANY(${pseudonyms}::text[]))
        OR (t.entity = 'customer' AND t.entity_id = ANY(${person.customers.map(String)}::text[]))
        OR ${named('booking', bookings)} OR ${named('order', orders)} OR ${named('member', members)}
        OR ${named('contact', contacts)} OR ${named('payment', payments)}`,
      // Often the id of an administrator.
      ['actor', 'address', 'network'],
    ),
  ]
}
