// An administrator's act can be taken back for ten seconds: until then nobody is told, and no money goes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { POST as undoRoute } from '@/app/api/admin/bookings/[id]/undo/route'
import { PATCH as arrivalRoute } from '@/app/api/admin/bookings/[id]/arrival/route'
import { PATCH as cancelRoute } from '@/app/api/bookings/[id]/cancel/route'
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { PATCH as moveRoute } from '@/app/api/bookings/[id]/reschedule/route'
import { PATCH as statusRoute } from '@/app/api/bookings/[id]/status/route'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { holdSlot } from '@/lib/bookings/book'
import { cancelBooking } from '@/lib/bookings/cancel'
import { extendBooking } from '@/lib/bookings/extend'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { setStatus } from '@/lib/bookings/set-status'
import { setArrival } from '@/lib/bookings/arrival'
import { undo, undoOf } from '@/lib/bookings/undo'
import { db } from '@/lib/db'
import { beginRefunds, deliverDueMails, reconcilePayments, startJobs } from '@/lib/jobs/jobs'
import { issueMissingDocuments } from '@/lib/payments/documents'
import { settlements } from '@/lib/settlements'
import { awardDueRewards } from '@/lib/memberships/referrals'
import { closeTransport } from '@/lib/mail/transport'
import { UNDO_SECONDS } from '@/lib/undo'
import { ownerCookie } from '@/tests/integration/admin/admin'
import { Mailbox } from '@/tests/integration/mail/mailbox'
import { ageActs, letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import {
  completedSession,
  expectCountersAreRecounted,
  givenSessions,
  inDays,
  join,
} from '@/tests/support/members'
import { hold, openShop, refusal, wish, workingDay } from '@/tests/support/shop'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url
})
const shop = openShop()
beforeEach(() => mailbox.clear())
afterAll(async () => {
  closeTransport()
  await mailbox.close()
})

const ACTOR = { actor: 'owner', now: new Date() }
const facts = async (id: number) => ({
  booking: await shop.rows(
    `SELECT status, cancel_reason, date, time, studio_id, starts_at, ends_at, confirmed_at, completed_at, cancelled_at,
      arrived_at, no_show_at, hold_expires_at, membership_id, kept_at, duration, hours, total_amount, on_account
      FROM bookings WHERE id = $1`,
    [id],
  ),
  sold: await shop.rows(
    `SELECT s.id, s.kind, s.total_amount, u.status FROM sales s LEFT JOIN booking_upgrades u ON u.sale_id = s.id
     WHERE s.booking_id = $1 ORDER BY s.id`,
    [id],
  ),
  addOns: await shop.rows(`SELECT * FROM booking_add_ons WHERE booking_id = $1 ORDER BY id`, [id]),
  papers: await shop.rows(
    `SELECT r.kind, r.number FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.booking_id = $1 ORDER BY r.id`,
    [id],
  ),
  time: await shop.rows(
    `SELECT studio_id, starts_at, ends_at, reserved_until FROM slot_reservations WHERE booking_id = $1 ORDER BY 2`,
    [id],
  ),
  money: await shop.rows(
    `SELECT outcome, reason, refund_reason, refunded_amount, refund_status, handled_at FROM payments WHERE booking_id = $1 ORDER BY id`,
    [id],
  ),
  members: await shop.rows(
    `SELECT customer_email, sessions_completed, free_sessions_earned, free_sessions_used, total_spent, referral_earnings
     FROM memberships ORDER BY id`,
  ),
  rewards: await shop.rows(
    `SELECT status, reward_amount, booking_id, awarded_at FROM referral_rewards w WHERE reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM referral_rewards x WHERE x.reverses_id = w.id) ORDER BY id`,
  ),
})
const mails = async () =>
  (
    await shop.rows(
      `SELECT status, last_error FROM mails WHERE kind = 'booking_notice' ORDER BY id DESC LIMIT 1`,
    )
  )[0]
const sent = async () =>
  Number((await shop.rows(`SELECT count(*) FROM mails WHERE status = 'sent'`))[0]?.count)
/** A paid booking whose customer and studio were told. */
async function told(about: Parameters<typeof shop.sold>[0] = {}): Promise<number> {
  const { booking } = await shop.sold(about)
  await deliverDueMails()
  return booking
}
const act = async (id: number, actor = 'owner') => (await undoOf(id, actor))?.id ?? ''
const takeBack = async (id: number) => undo({ id, act: await act(id), actor: 'owner' })
const move = (id: number, day = 1, tell = true) =>
  rescheduleBooking({ id, newDate: workingDay(day), newTime: '14:00', by: 'admin', tell, ...ACTOR })
const cancel = (id: number, refund: 'none' | 'full' = 'full') =>
  cancelBooking({ id, refund, ...ACTOR })
const set = (id: number, status: 'pending' | 'confirmed' | 'completed' | 'cancelled') =>
  setStatus({ id, status, ...ACTOR })

const sell = (id: number, more: Partial<Parameters<typeof extendBooking>[0]> = {}) =>
  extendBooking({ id, hours: 1, addOns: [], pay: 'link', priceSen: 107_17, ...ACTOR, ...more })

const CASH = { method: 'cash', note: null } as const
const ACTS: Record<string, (id: number) => Promise<unknown>> = {
  move: (id) => move(id),
  'move of which nobody is mailed': (id) => move(id, 1, false),
  'cancel with refund': (id) => cancel(id),
  'cancel without': (id) => cancel(id, 'none'),
  'set to pending': (id) => set(id, 'pending'),
  'set to completed': (id) => set(id, 'completed'),
  'set to cancelled': (id) => set(id, 'cancelled'),
  'an hour more to be paid by link': (id) => sell(id),
  'an hour more paid in cash': (id) => sell(id, { pay: CASH }),
  'an add-on paid in cash': (id) => sell(id, { hours: 0, addOns: [3], pay: CASH, priceSen: 86_60 }),
  'no show': (id) =>
    setArrival({
      ...{ id, state: 'no_show', version: undefined, actor: 'owner' },
      now: new Date(`${workingDay()}T02:00:00Z`),
    }),
}

test.each(Object.entries(ACTS))(
  '%s, taken back: as before, and nobody was told',
  async (_, does) => {
    await join('aina@example.com')
    const id = await told()
    const before = await facts(id)
    const mailed = await sent()
    await does(id)
    expect(await facts(id)).not.toEqual(before)
    await deliverDueMails()
    await takeBack(id)
    expect(await facts(id)).toEqual(before)
    await deliverDueMails()
    await beginRefunds()
    await reconcilePayments()
    expect(await sent()).toBe(mailed)
    expect((await shop.payments.ledger()).refunds).toEqual([])
    expect(
      await shop.rows(
        `SELECT 1 FROM mails WHERE status = 'queued' OR last_error NOT LIKE 'not true%'`,
      ),
    ).toEqual([])
    const [log] = await shop.rows(`SELECT action, actor FROM audit_log ORDER BY id DESC LIMIT 1`)
    expect(log).toEqual({ action: 'undo', actor: 'owner' })
  },
)

test('an hour more paid in cash has its receipt once it stands, with its mail, and at once before the next act', async () => {
  const id = await told()
  const receipts = async () => (await facts(id)).papers.length
  await sell(id, { pay: CASH })
  await deliverDueMails()
  await issueMissingDocuments(settlements)
  expect(await receipts()).toBe(1)
  await ageActs(UNDO_SECONDS)
  await mailbox.clear()
  await deliverDueMails()
  expect(await receipts()).toBe(2)
  const [mail] = await shop.rows(
    `SELECT told ->> 'documents' AS documents FROM notices WHERE audience = 'customer' ORDER BY id DESC LIMIT 1`,
  )
  expect(mail?.documents).toBe('[1, 2]')
  await sell(id, { pay: CASH, priceSen: 107_16 })
  await cancel(id)
  expect(await receipts()).toBe(3)
  await takeBack(id)
  expect((await facts(id)).booking).toMatchObject([{ status: 'confirmed', hours: 3 }])
})

test('an hour more that the customer has begun to pay is not taken back', async () => {
  const id = await told()
  await sell(id)
  const token = await shop.tokenOf(id)
  const asked = await callRoute(payByLink, `/api/manage/${token}/payment`, {
    body: { amount: '107.17' },
    params: { token },
  })
  expect(asked.status).toBe(200)
  expect(await refusal(takeBack(id))).toMatchObject({ code: 'not_changeable' })
  expect((await facts(id)).booking).toMatchObject([{ hours: 2 }])
})

test('nothing is told and nothing refunded before ten seconds are over, and everything once after', async () => {
  const id = await told()
  const mailed = await sent()
  await cancel(id)
  await ageActs(UNDO_SECONDS - 1)
  await deliverDueMails()
  await beginRefunds()
  await reconcilePayments()
  expect([await sent(), (await shop.payments.ledger()).refunds.length]).toEqual([mailed, 0])
  expect(await shop.rows(`SELECT kind FROM payment_alerts`)).toEqual([])
  await ageActs(1)
  const jobs = startJobs()
  const began = Date.now()
  while ((await sent()) < mailed + 2 && Date.now() - began < 30_000)
    await new Promise((done) => setTimeout(done, 50))
  await jobs.stop()
  expect([await sent(), (await shop.payments.ledger()).refunds.length]).toEqual([mailed + 2, 1])
})

test('a move of which nobody is mailed is told neither then nor later, unless a mail waits', async () => {
  const id = await told()
  await move(id, 1, false)
  await letActsStand()
  await deliverDueMails()
  const toCustomer = () =>
    shop.rows(`SELECT n.says FROM mails m JOIN notices n ON n.mail_id = m.id
      WHERE m.kind = 'booking_notice' AND m.status = 'sent' ORDER BY m.id`)
  expect(await toCustomer()).toEqual([{ says: 'confirmed' }])
  await move(id, 2)
  await move(id, 3, false)
  await letActsStand()
  await deliverDueMails()
  expect(await toCustomer()).toEqual([{ says: 'confirmed' }, { says: 'moved' }])
})

test('no reminder and no other mail about the booking leaves meanwhile', async () => {
  const id = await told()
  await db().mail.create({
    data: {
      ...{ dedupeKey: 'r', kind: 'booking_reminder', recipient: 'aina@example.com', locale: 'en' },
      ...{
        payload: { bookingId: id, startsAt: '2026-12-01T01:00:00Z' },
        messageId: '<r>',
        bookingId: id,
      },
    },
  })
  await move(id)
  await deliverDueMails()
  expect(await shop.rows(`SELECT status FROM mails WHERE kind = 'booking_reminder'`)).toEqual([
    { status: 'queued' },
  ])
})

test('the process of the act is killed: others tell of it once and refund it once', async () => {
  const id = await told()
  const mailed = await sent()
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'tests/integration/bookings/act-once.ts'],
    { env: { ...process.env, BOOKING: String(id) }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await facts(id)).toMatchObject({ money: [{ outcome: 'refund_due' }] })
  await ageActs(UNDO_SECONDS)
  await Promise.all([beginRefunds(), beginRefunds(), beginRefunds()])
  await Promise.all([deliverDueMails(), deliverDueMails(), deliverDueMails()])
  await deliverDueMails()
  expect([await sent(), (await shop.payments.ledger()).refunds.length]).toEqual([mailed + 2, 1])
})

test('a refund that no instance began in time is begun by the reconciler', async () => {
  const id = await told()
  await cancel(id)
  await ageActs(120)
  await beginRefunds()
  expect((await shop.payments.ledger()).refunds).toEqual([])
  await reconcilePayments()
  expect((await shop.payments.ledger()).refunds).toHaveLength(1)
})

test('a webhook about the payment begins no refund while the act can be taken back', async () => {
  const id = await told()
  await cancel(id)
  await shop.payments.control('webhooks', { mode: 'hold', duplicates: 2 })
  await reconcilePayments()
  await shop.payments.release()
  expect((await shop.payments.ledger()).refunds).toEqual([])
  await takeBack(id)
  expect(await facts(id)).toMatchObject({ money: [{ outcome: 'confirmed', reason: null }] })
})

describe('is refused', () => {
  const sentence = (name: string) => ({ code: 'not_changeable', details: { sentence: name } })

  test('when somebody else has the time by now, and says who', async () => {
    const id = await told()
    await cancel(id)
    const other = await hold({ who: 'siti', firstName: 'Siti', lastName: 'Omar' })
    expect(await refusal(takeBack(id))).toMatchObject({
      code: 'slot_taken',
      details: {
        sentence: 'slot_taken_by',
        data: { clash: { bookingId: other, client: 'Siti Omar' } },
      },
    })
    expect(await facts(id)).toMatchObject({ booking: [{ status: 'cancelled' }], time: [] })
    await letActsStand()
  })

  test('the second time, and by one of two at once', async () => {
    const id = await told()
    await move(id)
    const request = { id, act: await act(id), actor: 'owner' }
    const results = await Promise.allSettled([undo(request), undo(request)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(undo(request))).toMatchObject(sentence('undo_too_late'))
    expect(await shop.rows(`SELECT 1 FROM audit_log WHERE action = 'undo'`)).toHaveLength(1)
  })

  test('to another administrator', async () => {
    const id = await told()
    await move(id)
    expect(await undoOf(id, 'other')).toBeNull()
    expect(await refusal(undo({ id, act: await act(id), actor: 'other' }))).toMatchObject(
      sentence('undo_other'),
    )
  })

  test('when the seconds are over, with three more for the way to the server', async () => {
    const id = await told()
    await move(id)
    const request = { id, act: await act(id), actor: 'owner' }
    await ageActs(UNDO_SECONDS + 3)
    expect(await refusal(undo(request))).toMatchObject(sentence('undo_too_late'))
    await ageActs(-2)
    expect((await undo(request)).date).toBe(workingDay())
  })

  test('in the seconds of grace when somebody was told, or the refund begun', async () => {
    const moved = await told()
    await move(moved)
    const first = { id: moved, act: await act(moved), actor: 'owner' }
    await ageActs(UNDO_SECONDS)
    await deliverDueMails()
    expect(await refusal(undo(first))).toMatchObject(sentence('undo_told'))
    const cancelled = await told({ who: 'siti', time: '16:00' })
    await cancel(cancelled)
    const second = { id: cancelled, act: await act(cancelled), actor: 'owner' }
    await ageActs(UNDO_SECONDS)
    await beginRefunds()
    expect(await refusal(undo(second))).toMatchObject(sentence('undo_changed'))
  })

  test('while a mail about it is being sent', async () => {
    const id = await told()
    await move(id)
    await shop.rows(
      `UPDATE mails SET attempts = 1, next_attempt_at = now() + interval '2 minutes' WHERE status = 'queued'`,
    )
    expect(await refusal(takeBack(id))).toMatchObject(sentence('undo_told'))
  })

  test('after another act, also of the customer’s, or money that came or went', async () => {
    const id = await told()
    await move(id)
    const first = { id, act: await act(id), actor: 'owner' }
    await rescheduleBooking({
      ...{ id, newDate: workingDay(3), newTime: '10:00', by: 'customer', actor: 'customer' },
      now: new Date(),
    })
    expect(await refusal(undo(first))).toMatchObject(sentence('undo_changed'))
    await move(id, 2)
    const second = { id, act: await act(id), actor: 'owner' }
    await set(id, 'pending')
    expect(await refusal(undo(second))).toMatchObject(sentence('undo_changed'))
    const third = { id, act: await act(id), actor: 'owner' }
    await shop.rows(`UPDATE payments SET refunded_amount = 1 WHERE booking_id = $1`, [id])
    expect(await refusal(undo(third))).toMatchObject(sentence('undo_changed'))
    await shop.rows(`UPDATE payments SET refunded_amount = 0 WHERE booking_id = $1`, [id])
    await undo(third)
  })

  test('for a booking that is not there', async () => {
    expect(
      await refusal(undo({ id: 99, act: '00000000-0000-4000-8000-000000000000', actor: 'owner' })),
    ).toMatchObject({ code: 'not_found' })
  })
})

test('the calendar’s number grows, so that whoever has the file of between gets a newer one', async () => {
  const id = await told()
  const sequence = async () =>
    (await shop.rows(`SELECT calendar_sequence AS n FROM bookings WHERE id = $1`, [id]))[0]?.n
  expect(await sequence()).toBe(0)
  await move(id)
  await takeBack(id)
  expect(await sequence()).toBe(2)
  expect(await mails()).toEqual({ status: 'queued', last_error: null })
  await deliverDueMails()
  expect(await mails()).toEqual({ status: 'dropped', last_error: 'not true: told_already' })
})

test('what was not told before the act is told after it was taken back', async () => {
  const { booking: id } = await shop.sold()
  await cancel(id)
  await takeBack(id)
  await deliverDueMails()
  expect(await shop.rows(`SELECT says FROM notices WHERE audience = 'customer'`)).toEqual([
    { says: 'confirmed' },
  ])
})

test('the turnaround that a move cut is there again', async () => {
  await shop.rows(`UPDATE studios SET turnaround_minutes = 60`)
  const neighbour = await told({ who: 'siti', time: '13:00', date: workingDay(1) })
  const id = await told()
  const turnaround = () =>
    shop.rows(`SELECT reserved_until - ends_at AS t FROM slot_reservations WHERE booking_id = $1`, [
      neighbour,
    ])
  const before = await turnaround()
  await rescheduleBooking({
    ...{ id, newDate: workingDay(1), newTime: '14:00', by: 'admin', despite: ['turnaround'] },
    ...ACTOR,
  })
  expect(await turnaround()).not.toEqual(before)
  await takeBack(id)
  expect(await turnaround()).toEqual(before)
})

describe('the member’s ledger', () => {
  test('has the completed session and its friend’s reward again', async () => {
    await join('friend@example.com')
    const [{ code } = {}] = await shop.rows(`SELECT referral_code AS code FROM memberships`)
    await join('aina@example.com', { referredBy: String(code) })
    const { booking: id } = await completedSession(shop, {})
    await awardDueRewards(inDays(300))
    const before = await facts(id)
    expect(before.rewards).toMatchObject([{ status: 'awarded', booking_id: id }])
    for (const status of ['cancelled', 'pending', 'confirmed'] as const) {
      await set(id, status)
      await takeBack(id)
      expect([status, await facts(id)]).toEqual([status, before])
    }
    await shop.rows(`UPDATE referral_rewards SET status = 'paid', paid_at = now()`)
    const paid = await facts(id)
    await set(id, 'cancelled')
    await takeBack(id)
    expect(await facts(id)).toEqual(paid)
    await expectCountersAreRecounted(shop)
  })

  test('has the free session again, unless it was used since', async () => {
    await join('aina@example.com')
    await givenSessions(shop, 1, 10)
    const free = (date: string) =>
      holdSlot(
        wish({
          email: 'aina@example.com',
          provenEmail: 'aina@example.com',
          useFreeSession: true,
          date,
        }),
      )
    const { booking } = await free(workingDay())
    const before = await facts(booking.id)
    await cancel(booking.id, 'none')
    await takeBack(booking.id)
    expect(await facts(booking.id)).toEqual(before)
    await cancel(booking.id, 'none')
    await free(workingDay(2))
    expect(await refusal(takeBack(booking.id))).toMatchObject({
      details: { sentence: 'free_session_returned' },
    })
    await expectCountersAreRecounted(shop)
  })
})

test('a hold that was confirmed by hand is a hold again', async () => {
  const id = await hold()
  const before = await facts(id)
  await set(id, 'confirmed')
  await takeBack(id)
  expect(await facts(id)).toEqual(before)
})

test('each call says how it is taken back, and the detail says it too', async () => {
  const id = await told()
  await shop.rows(
    `UPDATE bookings SET starts_at = now() - interval '5 minutes', ends_at = now() + interval '55 minutes' WHERE id = $1`,
    [id],
  )
  const cookie = await ownerCookie(shop)
  const ask = async (
    handler: Parameters<typeof callRoute>[0],
    body: object,
    method = 'PATCH',
  ): Promise<{ status: number; body: { undo?: { id: string; until: string } | null } }> => {
    const params = { id: String(id) }
    const path = '/api/admin/bookings/1'
    const response = await callRoute(handler, path, { method, params, headers: { cookie }, body })
    return { status: response.status, body: (await response.json()) as never }
  }
  const until = (answer: Awaited<ReturnType<typeof ask>>) =>
    (Date.parse(answer.body.undo?.until ?? '') - Date.now()) / 1000
  for (const [handler, body] of [
    [arrivalRoute, { state: 'arrived' }],
    [statusRoute, { status: 'pending' }],
    [moveRoute, { newDate: workingDay(1), newTime: '14:00' }],
    [cancelRoute, { refund: 'full' }],
  ] as const) {
    const answer = await ask(handler, body)
    expect(answer.status).toBe(200)
    expect(until(answer)).toBeGreaterThan(UNDO_SECONDS - 3)
    expect(until(answer)).toBeLessThanOrEqual(UNDO_SECONDS + 1)
    expect((await bookingDetail(id, 'en', 'owner'))?.undo).toEqual(answer.body.undo)
    const back = await ask(undoRoute, { act: answer.body.undo?.id }, 'POST')
    expect(back.status).toBe(200)
    expect((await bookingDetail(id, 'en', 'owner'))?.undo).toBeNull()
  }
  expect(await ask(statusRoute, { status: 'confirmed' })).toMatchObject({ body: { undo: null } })
  expect((await ask(undoRoute, { act: 'last' }, 'POST')).status).toBe(400)
  await shop.rows(
    `UPDATE bookings b SET starts_at = r.starts_at, ends_at = r.ends_at FROM slot_reservations r WHERE r.booking_id = b.id`,
  )
})
