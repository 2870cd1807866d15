// A list that somebody reads says how many more there are than it shows, or shows all.
import { attentionPayments, unpaidOver } from '@/lib/admin/attention/queries'
import { bookingInFull } from '@/lib/admin/bookings/queries'
import { customerPage, listCustomers } from '@/lib/admin/customers/queries'
import { customerListQuery } from '@/lib/admin/customers/schema'
import { owedToUs } from '@/lib/admin/money/queries'
import { queueSummary } from '@/lib/admin/summary'
import { todayOf } from '@/lib/admin/today/queries'
import { thingsToDo } from '@/lib/admin/today/todo'
import { failedAttempts } from '@/lib/audit/queries'
import { foldCustomers } from '@/lib/customers/fold'
import { FAILED, listedMails } from '@/lib/mail/queries'
import { renderMail } from '@/lib/mail/templates'
import { saveSetting } from '@/lib/settings/change'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { addDays, studioDate, toInstant } from '@/lib/time'
import { openShop } from '@/tests/support/shop'
import { soldLater } from '@/tests/support/sold-later'

const shop = openShop()
const NOW = new Date()
/** They have no receipts. */
const forgetPayments = () => shop.rows(`DELETE FROM payments`)

const addMessages = (count: number) =>
  shop.rows(
    `INSERT INTO contacts (name, email, subject, message)
     SELECT 'Mei', 'mei' || n || '@example.com', 'other', 'Hello' FROM generate_series(1, $1::int) n`,
    [count],
  )
const addFailedMails = (count: number) =>
  shop.rows(
    `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, status, last_error)
     SELECT 'mail' || n, 'contact_message', 'mei@example.com', 'en', '{}', n || '@x', 'failed', 'EENVELOPE'
     FROM generate_series(1, $1::int) n`,
    [count],
  )

test('what is to do is counted beyond a hundred of each kind, and listed when it is asked for', async () => {
  await addMessages(130)
  await addFailedMails(120)
  const { rows, more } = await thingsToDo('en', NOW)
  expect([rows.length, more]).toEqual([200, 50])
  const short = await todayOf(studioDate(NOW), 'en', NOW, 'owner')
  expect([short.todo?.length, short.more]).toEqual([12, 238])
  const long = await todayOf(studioDate(NOW), 'en', NOW, 'owner', { all: true })
  expect([long.todo?.length, long.more]).toEqual([250, 0])
})

test('payments and bookings to decide are counted beyond those that are read', async () => {
  await soldLater(shop, { times: 130, owes: false })
  await shop.rows(
    `UPDATE payments SET outcome = 'needs_attention', reason = 'unmatched', updated_at = now()`,
  )
  expect(await thingsToDo('en', NOW)).toMatchObject({ more: 30 })
  await shop.rows(
    `INSERT INTO payments (booking_id, sale_id, purpose, idempotency_key, amount, status, outcome, reason, method, succeeded_at)
     SELECT booking_id, sale_id, 'booking', gen_random_uuid()::text, 107.17, 'succeeded', 'needs_attention',
       'unmatched', 'cash', now() FROM payments, generate_series(1, 1)`,
  )
  const { open, more } = await attentionPayments()
  expect([open.length, more.open]).toEqual([200, 60])
  await forgetPayments()
  await shop.rows(
    `UPDATE bookings SET status = 'pending', on_account = 0, confirmed_at = NULL, completed_at = NULL`,
  )
  expect(await unpaidOver()).toHaveLength(130)
  expect(await thingsToDo('en', NOW)).toMatchObject({ more: 30 })
})

test('all that is owed is in its sum, and the mails that failed are counted', async () => {
  await soldLater(shop, { times: 520, owes: true })
  expect(await owedToUs()).toHaveLength(520)
  await addFailedMails(103)
  const { rows, more } = await listedMails(FAILED)
  expect([rows.length, more]).toEqual([100, 3])
})

test('failed sign-ins are summed over all days and accounts, and the rest of them is counted', async () => {
  await shop.rows(
    `INSERT INTO failed_attempts (day, action, account, network, attempts, last_at)
     SELECT (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date, 'sign_in_failed', 'user' || n, '203.0.113.0/24', 2, now()
     FROM generate_series(1, 130) n`,
  )
  const { rows, more, attempts } = await failedAttempts()
  expect([rows.length, more, attempts]).toEqual([100, 30, 260])
})

test('a customer’s page counts what it does not list, and a booking’s history is whole', async () => {
  const { booking } = await shop.sold()
  await soldLater(shop, { times: 60, owes: true })
  await shop.rows(
    `INSERT INTO booking_notes (booking_id, text, author)
     SELECT $1::int, 'Note ' || n, 'owner' FROM generate_series(1, 53) n`,
    [booking],
  )
  await shop.rows(
    `INSERT INTO audit_log (actor, action, entity, entity_id)
     SELECT 'owner', 'update', 'booking', $1::text FROM generate_series(1, 120)`,
    [booking],
  )
  await foldCustomers()
  const { rows } = await listCustomers(customerListQuery.parse({}), NOW)
  const page = await customerPage(rows[0]?.key ?? 0, { locale: 'en', now: NOW })
  expect([page?.bookings.length, page?.notes.length]).toEqual([50, 50])
  expect(page?.more).toEqual({ bookings: 11, orders: 0, messages: 0, payments: 0, notes: 3 })
  const found = await bookingInFull(booking, 'en', null)
  expect(found?.detail.history.length).toBeGreaterThanOrEqual(120)
  expect(found?.detail.notes).toHaveLength(53)
})

test('the morning’s mail says how many more there are than it lists', async () => {
  const at = (days: number, time: string) => toInstant(addDays(studioDate(NOW), days), time)
  const notices = { bookings: false, orders: false, changes: false, messages: false }
  await saveSetting({
    ...{ key: 'notices', value: { ...notices, summary: true } },
    ...{ version: undefined, actor: 'owner' },
  })
  await queueSummary(at(0, '09:00'))
  await shop.rows(`UPDATE studio_summary SET told_until = now() - interval '1 hour'`)
  await soldLater(shop, { times: 57, owes: true })
  await shop.rows(`UPDATE bookings SET confirmed_at = now()`)
  expect(await queueSummary(at(1, '09:00'))).toBe(true)
  const [mail] = await shop.rows(`SELECT payload FROM mails WHERE kind = 'studio_summary'`)
  const payload = mail?.payload as { made: unknown[]; more: { made: number } }
  expect([payload.made.length, payload.more.made]).toEqual([50, 7])
  const letter = { kind: 'studio_summary' as const, payload: payload as never }
  const { text } = await renderMail(letter, 'en', DEFAULT_SITE)
  expect(text).toContain('and 7 more')
})
