// Every period in the privacy notice is applied: older rows are gone, younger ones stay.
import { inboxHash } from '@/lib/http/rate-limit'
import { prune } from '@/lib/people/forget'
import { join } from '@/tests/support/members'
import { checkout, hold, openShop, orderCheckout } from '@/tests/support/shop'
import { db } from '@/lib/db'

const shop = openShop()
const rows = async (sql: string) => (await shop.rows(sql)).map((row) => Object.values(row)[0])

/** Ends a hold that was never paid, as the job does, `days` ago. */
const ended = (who: string, days: number) =>
  shop.rows(
    `WITH gone AS (DELETE FROM slot_reservations r USING bookings b WHERE b.id = r.booking_id AND b.email = $1)
     UPDATE bookings SET status = 'cancelled', cancel_reason = 'expired', cancelled_at = now() - make_interval(days => $2) WHERE email = $1`,
    [`${who}@example.com`, days],
  )
const older = (table: string, column: string, age: string, where = 'true') =>
  shop.rows(`UPDATE ${table} SET ${column} = ${column} - interval '${age}' WHERE ${where}`)

describe('7 days', () => {
  test('holds that ended without payment, with and without a payment’s row', async () => {
    await hold({ who: 'old' })
    const closed = await checkout({ who: 'closed', time: '10:00' })
    const open = await checkout({ who: 'open', time: '11:00' })
    await hold({ who: 'young', time: '12:00' })
    for (const who of ['old', 'closed', 'open']) await ended(who, 8)
    await ended('young', 6)
    await shop.rows(`UPDATE payments SET status = 'canceled' WHERE booking_id = $1`, [
      closed.booking,
    ])
    await prune()
    // A hold whose payment Stripe may still take is not deleted.
    expect(await rows('SELECT email FROM bookings ORDER BY id')).toEqual([
      'open@example.com',
      'young@example.com',
    ])
    expect(await rows('SELECT booking_id FROM payments')).toEqual([open.booking])
  })

  test('a hold that ended and was paid late is an account', async () => {
    const { booking, intent } = await checkout({ who: 'late' })
    await shop.payments.pay(intent)
    await shop.payments.release()
    await shop.rows(`DELETE FROM slot_reservations`)
    await ended('late', 8)
    await shop.rows(
      `UPDATE payments SET outcome = 'needs_attention', reason = 'late' WHERE booking_id = $1`,
      [booking],
    )
    await prune()
    expect(await rows('SELECT id FROM bookings')).toEqual([booking])
  })

  test('orders that were never paid', async () => {
    await orderCheckout({ who: 'old' })
    await orderCheckout({ who: 'young' })
    await shop.rows(
      `UPDATE video_editing_orders SET status = 'cancelled', cancel_reason = 'expired', updated_at = now() - CASE customer_email WHEN 'old@example.com' THEN interval '8 days' ELSE interval '6 days' END`,
    )
    await shop.rows(`UPDATE payments SET status = 'canceled'`)
    await prune()
    expect(await rows('SELECT customer_email FROM video_editing_orders')).toEqual([
      'young@example.com',
    ])
    expect(await rows('SELECT id FROM payments')).toHaveLength(1)
  })

  test('sign-in codes and the mails that carried them', async () => {
    for (const [email, days] of [
      ['old', 8],
      ['young', 6],
    ] as const) {
      await shop.rows(
        `INSERT INTO sign_in_codes (email, browser_hash, code_hash, created_at, expires_at) VALUES ($1, 'b', 'c', now() - make_interval(days => $2), now())`,
        [email, days],
      )
      await shop.rows(
        `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, created_at) VALUES ($1, 'sign_in_code', $1, 'en', '{}', $1, now() - make_interval(days => $2))`,
        [email, days],
      )
    }
    await prune()
    expect(await rows('SELECT email FROM sign_in_codes')).toEqual(['young'])
    expect(await rows('SELECT recipient FROM mails')).toEqual(['young'])
  })

  test('technical records against abuse', async () => {
    await shop.rows(
      `INSERT INTO rate_limits (key, hits, resets_at) VALUES ('old', 1, now() - interval '25 hours'), ('young', 1, now())`,
    )
    await shop.rows(
      `INSERT INTO idempotency_keys (endpoint, key_hash, request_hash, visitor_hash, sealed_token, created_at) VALUES ('b', 'old', 'h', 'v', 't', now() - interval '25 hours'), ('b', 'young', 'h', 'v', 't', now())`,
    )
    await prune()
    expect(await rows('SELECT key FROM rate_limits')).toEqual(['young'])
    expect(await rows('SELECT key_hash FROM idempotency_keys')).toEqual(['young'])
  })
})

test('a sign-in is kept for 30 days, and a browser that signed in for 400', async () => {
  await shop.rows(
    `INSERT INTO sessions (id, kind, email, expires_at) VALUES ('old', 'member', 'a', now() - interval '1 minute'), ('young', 'member', 'a', now() + interval '1 day')`,
  )
  await shop.rows(
    `INSERT INTO known_browsers (browser_hash, account_hash, last_seen_at) VALUES ('old', 'a', now() - interval '401 days'), ('young', 'a', now() - interval '399 days')`,
  )
  await prune()
  expect(await rows('SELECT id FROM sessions')).toEqual(['young'])
  expect(await rows('SELECT browser_hash FROM known_browsers')).toEqual(['young'])
})

test('90 days: to whom a mail went and what it said; that it was sent stays', async () => {
  const insert = (key: string, status: string, days: number) =>
    shop.rows(
      `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, status, sent_at, created_at, last_error)
       VALUES ($1, 'booking_confirmed', 'aina@example.com', 'en', '{"firstName": "Aina"}', $1, $2, CASE $2 WHEN 'sent' THEN now() - make_interval(days => $3) END, now() - make_interval(days => $3), 'aina@example.com: no such user')`,
      [key, status, days],
    )
  await insert('old', 'sent', 91)
  await insert('failed', 'failed', 91)
  await insert('young', 'sent', 89)
  await insert(`contact_received:${inboxHash('aina@example.com')}:2026-01-05`, 'sent', 91)
  await prune()
  expect(
    await shop.rows(
      'SELECT dedupe_key, recipient, payload, status, last_error FROM mails ORDER BY id',
    ),
  ).toEqual([
    { dedupe_key: 'old', recipient: '', payload: {}, status: 'sent', last_error: null },
    { dedupe_key: 'failed', recipient: '', payload: {}, status: 'dropped', last_error: null },
    expect.objectContaining({ dedupe_key: 'young', recipient: 'aina@example.com', status: 'sent' }),
    expect.objectContaining({ dedupe_key: expect.stringMatching(/^contact_received:mail-\d+:/) }),
  ])
})

test('messages from the contact form are deleted after 24 months', async () => {
  await shop.rows(
    `INSERT INTO contacts (name, email, subject, message, created_at) VALUES ('old', 'a', 's', 'm', now() - interval '24 months 1 day'), ('young', 'a', 's', 'm', now() - interval '23 months')`,
  )
  await prune()
  expect(await rows('SELECT name FROM contacts')).toEqual(['young'])
})

describe('7 years', () => {
  test('bookings and orders with their payments; a younger payment keeps them', async () => {
    const paid = async (who: string, time: string) => {
      const made = await checkout({ who, time })
      await shop.payments.pay(made.intent)
      return made.booking
    }
    await paid('old', '09:00')
    const younger = await paid('younger', '10:00')
    await paid('young', '11:00')
    const { intent } = await orderCheckout({ who: 'old' })
    await shop.payments.pay(intent)
    await shop.payments.release()
    await shop.rows(`DELETE FROM slot_reservations`)
    await shop.rows(`UPDATE bookings SET status = 'completed'`)
    const shift = `starts_at = starts_at - interval '8 years', ends_at = ends_at - interval '8 years'`
    await shop.rows(`UPDATE bookings SET ${shift} WHERE email <> 'young@example.com'`)
    await older('payments', 'created_at', '8 years', `booking_id IS DISTINCT FROM ${younger}`)
    await older('video_editing_orders', 'created_at', '8 years')
    // A document that is younger than its payment keeps both.
    await prune()
    expect(await rows('SELECT count(*)::int FROM payments')).toEqual([4])
    await older('receipts', 'issued_at', '8 years')
    await prune()
    expect(await rows('SELECT email FROM bookings ORDER BY id')).toEqual([
      'younger@example.com',
      'young@example.com',
    ])
    expect(await rows('SELECT id FROM video_editing_orders')).toEqual([])
    expect(await rows('SELECT count(*)::int FROM payments')).toEqual([2])
    // The books are compared with Stripe's ledger after each test: what is seven years old is there.
    await shop.payments.begin()
    await shop.rows('DELETE FROM receipts')
    await shop.rows('UPDATE receipt_counters SET last = 0')
    await shop.rows('DELETE FROM payments')
    await shop.rows('DELETE FROM bookings')
  })

  test('unmatched money is deleted', async () => {
    for (const [key, years] of [
      ['old', 8],
      ['young', 6],
    ] as const)
      await shop.rows(
        `INSERT INTO payments (purpose, amount, idempotency_key, created_at) VALUES ('unmatched', 1, $1, now() - make_interval(years => $2))`,
        [key, years],
      )
    await prune()
    expect(await rows('SELECT idempotency_key FROM payments')).toEqual(['young'])
  })

  test('the record of sign-ins and changes', async () => {
    await shop.rows(
      `INSERT INTO audit_log (actor, action, entity, entity_id, created_at) VALUES ('a', 'x', 'y', 'old', now() - interval '8 years'), ('a', 'x', 'y', 'young', now() - interval '6 years')`,
    )
    await prune()
    expect(await rows('SELECT entity_id FROM audit_log')).toEqual(['young'])
  })
})

describe('a membership', () => {
  const end = (email: string, age: string) =>
    shop.rows(
      `UPDATE memberships SET status = 'cancelled', updated_at = now() - interval '${age}' WHERE customer_email = $1`,
      [email],
    )

  test('that ended has no name after 30 days, and is deleted when nothing was counted with it', async () => {
    for (const who of ['active', 'young', 'empty', 'counted']) await join(`${who}@example.com`)
    await shop.rows(
      `INSERT INTO membership_sessions (membership_id, session_date, session_time, duration) SELECT id, '2026-01-05', '09:00', 'hourly' FROM memberships WHERE customer_email = 'counted@example.com'`,
    )
    await shop.rows(
      `UPDATE memberships SET sessions_completed = 1, sessions_remaining = 9 WHERE customer_email = 'counted@example.com'`,
    )
    await end('young@example.com', '29 days')
    await end('empty@example.com', '31 days')
    await end('counted@example.com', '31 days')
    await prune()
    expect(
      await shop.rows(
        `SELECT customer_name AS name, customer_email = 'erased-' || id AS erased FROM memberships ORDER BY id`,
      ),
    ).toEqual([
      { name: 'active', erased: false },
      { name: 'young', erased: false },
      { name: '—', erased: true },
    ])
  })

  test('goes with its sessions and rewards after seven years', async () => {
    await join('friend@example.com')
    const friend = await db().membership.findFirstOrThrow()
    await join('gone@example.com', { referredBy: friend.referralCode })
    await end('gone@example.com', '31 days')
    await prune()
    expect(await rows('SELECT count(*)::int FROM referral_rewards')).toEqual([1])
    await older('referral_rewards', 'created_at', '8 years')
    await prune()
    expect(await rows('SELECT customer_email FROM memberships')).toEqual(['friend@example.com'])
    expect(await rows('SELECT count(*)::int FROM referral_rewards')).toEqual([0])
  })
})
