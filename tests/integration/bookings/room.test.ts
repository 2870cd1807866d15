import { lengthOf } from '@/lib/availability/rules'
import { availability } from '@/lib/availability/queries'
import { cancelBooking } from '@/lib/bookings/cancel'
import { holdSlot } from '@/lib/bookings/book'
import { expireHold } from '@/lib/bookings/expire'
import { managedBooking } from '@/lib/bookings/manage'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { setStatus } from '@/lib/bookings/set-status'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import {
  age,
  checkout,
  hold,
  openShop,
  refusal,
  wish,
  workingDay,
  type Wish,
} from '@/tests/support/shop'
import { clockAhead } from '@/tests/support/wrong-clock'

const shop = openShop()
const HOUR = 268_46
const HALF = 987_24
const owner = { actor: 'owner', now: new Date() }
const reserved = (id: number) =>
  shop.rows(
    `SELECT to_char(starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS from, to_char(ends_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS to
     FROM slot_reservations WHERE booking_id = $1 ORDER BY starts_at`,
    [id],
  )

async function sold(about: Wish = {}): Promise<number> {
  return (await shop.sold({ serviceId: 2, time: '10:00', ...about })).booking
}

/** Runs `late` while `work`, which has looked at the booking already, waits for the room's lock. */
async function meanwhile<T>(work: () => Promise<T>, late: () => Promise<unknown>): Promise<T> {
  await shop.rows(`SELECT pg_advisory_lock(1, 1)`)
  const done = work()
  done.catch(() => {}) // its end is awaited below
  try {
    for (;;) {
      const [waiting] = await shop.rows(
        `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      if (waiting?.n === 1) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await late()
  } finally {
    await shop.rows(`SELECT pg_advisory_unlock(1, 1)`)
  }
  return done
}

const at = (time: string) => `${workingDay()}T${time}:00+08:00`
/** Gives a booking another time or length, as another transaction that had the room's lock. */
const become = async (id: number, time: string, duration: string, hours: number) => {
  await shop.rows(`DELETE FROM slot_reservations WHERE booking_id = $1`, [id])
  await shop.rows(
    `UPDATE bookings SET time = $2, duration = $3, starts_at = $4, ends_at = $4::timestamptz + make_interval(hours => $5) WHERE id = $1`,
    [id, time, duration, at(time), hours],
  )
  await shop.rows(
    `INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at) SELECT 1, id, starts_at, ends_at FROM bookings WHERE id = $1 AND status <> 'cancelled'`,
    [id],
  )
}

test('what the room holds is asked through the index of its constraint, in the query itself', async () => {
  await shop.rows('BEGIN')
  await shop.rows('SET LOCAL enable_seqscan = off')
  const plan = await shop.rows(
    `EXPLAIN SELECT r.id, r.state FROM (VALUES (tstzrange(now(), now() + interval '1 day'))) AS wanted (span), room_reservations(1, wanted.span) AS r`,
  )
  await shop.rows('ROLLBACK')
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index Scan using slot_reservations_no_overlap/)
  expect(text).not.toMatch(/Function Scan/)
})

describe('what is decided under the room’s lock is decided on the row as it is then', () => {
  test('a session that has become longer is not moved to where only its old length fits', async () => {
    const id = await sold()
    const move = () =>
      rescheduleBooking({ ...owner, id, newDate: workingDay(), newTime: '20:00', by: 'admin' })
    const moved = meanwhile(move, () => become(id, '10:00', 'full-day', 8))
    expect(await refusal(moved)).toMatchObject({ code: 'slot_unavailable' })
    expect(await reserved(id)).toEqual([{ from: '10:00', to: '18:00' }])
  })

  test('a booking that was moved meanwhile reserves its own time', async () => {
    const id = await sold()
    await cancelBooking({ id, refund: 'none', ...owner })
    const revive = () => setStatus({ id, status: 'confirmed', ...owner })
    await meanwhile(revive, () => become(id, '15:00', 'hourly', 1))
    expect(await reserved(id)).toEqual([{ from: '15:00', to: '16:00' }])
  })

  test('an upgrade adds time where the booking is, not where it was', async () => {
    const id = await sold()
    const upgrade = () =>
      upgradeSecret({
        bookingId: id,
        length: lengthOf({ duration: 'half-day' }),
        addOns: [],
        amountSen: HALF - HOUR,
        now: new Date(),
      })
    await meanwhile(upgrade, () => become(id, '14:00', 'hourly', 1))
    expect(await reserved(id)).toEqual([
      { from: '14:00', to: '15:00' },
      { from: '15:00', to: '18:00' },
    ])
  })
})

describe('the database’s clock decides when a hold ends', () => {
  afterEach(() => jest.useRealTimers())

  test('an instance whose clock is 16 minutes ahead neither takes over nor ends an active hold', async () => {
    const date = workingDay() // of the real clock: ahead of it, it may be the next day already
    const first = await hold({ who: 'first', date })
    clockAhead(16)
    const second = holdSlot(wish({ who: 'second', date }))
    expect(await refusal(second)).toMatchObject({ code: 'slot_taken' })
    expect(await expireHold({ bookingId: first })).toBe('extended')
    const { dto } = await availability(date, 'en', {
      duration: 'hourly',
      hours: 1,
      visitorHash: null,
      now: new Date(),
    })
    expect(dto.availableSlots).not.toContain('09:00')
  })

  test('a hold of an instance an hour behind lasts as long as any other', async () => {
    clockAhead(-60)
    const id = await hold()
    jest.useRealTimers()
    const [row] = await shop.rows(
      `SELECT hold_expires_at > now() + interval '4 minutes' AS live FROM bookings WHERE id = $1`,
      [id],
    )
    expect(row).toEqual({ live: true })
  })
})

describe('an upgrade', () => {
  const start = (bookingId: number) =>
    upgradeSecret({
      bookingId,
      length: lengthOf({ duration: 'half-day' }),
      addOns: [],
      amountSen: HALF - HOUR,
      now: new Date(),
    })
  const runOut = () =>
    shop.rows(`UPDATE booking_upgrades SET hold_expires_at = now() - interval '1 second'`)

  test('whose start failed does not block the next one', async () => {
    const id = await sold()
    await shop.payments.faults({ match: 'POST /v1/payment_intents', status: 500, times: 2 })
    expect(await refusal(start(id))).toMatchObject({ code: 'unavailable' })
    await shop.payments.faults()
    await runOut()
    await expireHold({ bookingId: 1, upgradeId: 1 })
    expect(await start(id)).toMatchObject({ clientSecret: expect.stringContaining('_secret_') })
    expect(await shop.rows(`SELECT status FROM booking_upgrades ORDER BY id`)).toEqual([
      { status: 'ended' },
      { status: 'held' },
    ])
  })

  test('that ran out releases its time to the next visitor', async () => {
    const id = await sold()
    await start(id)
    await runOut()
    await hold({ who: 'next', time: '12:00' })
    expect(await reserved(id)).toEqual([{ from: '10:00', to: '11:00' }])
    expect(await shop.rows(`SELECT status FROM booking_upgrades`)).toEqual([{ status: 'ended' }])
  })
})

describe('late money and a hold in its way that ran out unpaid', () => {
  /** A hold that ended although its intent was open (Stripe was away), then paid. */
  async function paidTooLate() {
    const made = await shop.lapsed()
    await shop.payments.pay(made.intent)
    return made.booking
  }
  const statuses = () => shop.rows(`SELECT id, status, cancel_reason FROM bookings ORDER BY id`)

  test.each([
    ['without a payment', hold],
    ['with its form still open', async (about: object) => (await checkout(about)).booking],
  ])('%s: the money confirms', async (_how, make) => {
    const late = await paidTooLate()
    const other = await make({ who: 'other' })
    await age(other, 16)
    await shop.payments.release()
    expect(await statuses()).toEqual([
      { id: late, status: 'confirmed', cancel_reason: null },
      { id: other, status: 'cancelled', cancel_reason: 'expired' },
    ])
    expect((await shop.payments.ledger()).refunds).toEqual([])
  })

  test('an active hold keeps its time', async () => {
    const late = await paidTooLate()
    const other = await hold({ who: 'other' })
    await shop.payments.release()
    expect(await statuses()).toEqual([
      { id: late, status: 'cancelled', cancel_reason: 'expired' },
      { id: other, status: 'pending', cancel_reason: null },
    ])
  })
})

describe('a booking whose money went back', () => {
  const refunded = async () => {
    const made = await checkout({ serviceId: 2, time: '10:00' })
    await shop.payments.pay(made.intent)
    await shop.payments.release()
    await shop.payments.control('refund', { payment_intent: made.intent })
    await shop.payments.release()
    return made.booking
  }
  const move = (id: number, by: 'customer' | 'admin') =>
    rescheduleBooking({ ...owner, id, newDate: workingDay(1), newTime: '11:00', by })

  test('is not upgraded, and moved by the owner alone', async () => {
    const id = await refunded()
    const upgrade = upgradeSecret({
      bookingId: id,
      length: lengthOf({ duration: 'half-day' }),
      addOns: [],
      amountSen: HALF - HOUR,
      now: new Date(),
    })
    expect(await refusal(upgrade)).toMatchObject({ code: 'not_changeable' })
    expect(await refusal(move(id, 'customer'))).toMatchObject({ code: 'not_changeable' })
    const [row] = await shop.rows(`SELECT manage_token AS token FROM bookings WHERE id = $1`, [id])
    const shown = await managedBooking(String(row?.token), 'en', new Date())
    expect(shown).toMatchObject({ movable: false, offers: null })
    expect(await move(id, 'admin')).toBe(true)
  })

  test('can be upgraded and moved again once the owner has handled it', async () => {
    const id = await refunded()
    await shop.rows(`UPDATE payments SET handled_at = now(), note = 'Paid at the desk'`)
    expect(await move(id, 'customer')).toBe(true)
  })
})

test('a committed cancellation is reported as such, whatever Stripe does then', async () => {
  const { booking } = await checkout()
  await shop.payments.faults({ match: '*', status: 500 })
  expect(await cancelBooking({ id: booking, refund: 'none', ...owner })).toMatchObject({
    status: 'cancelled',
  })
})
