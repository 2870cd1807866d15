// The limits as they are in production: this file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
process.env.HOLD_MINUTES = '0.5'
import { hit } from '@/lib/http/rate-limit'
import { lockRooms } from '@/lib/availability/room'
import { holdSlot } from '@/lib/bookings/book'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { endHold } from '@/lib/bookings/holds'
import { transaction } from '@/lib/db'
import { addDays } from '@/lib/time'
import { hold, openShop, refusal, visitor, wish, workingDay } from '@/tests/support/shop'

const shop = openShop()
const LIMIT = { name: 'test', max: 5, seconds: 600 }

const SECOND_ROOM = 4 // a service in another room
beforeEach(async () => {
  await shop.serviceInNewRoom('Room B', 99)
})
const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00']
const monday = [0, 1, 2, 3, 4, 5]
  .map(workingDay)
  .find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1)
const later = monday && addDays(monday, 7)
const week = { duration: 'weekly', serviceId: 2, date: monday } as const
const TOO_MANY = { code: 'too_many_requests', status: 429, details: { sentence: 'too_many_holds' } }
const liveHours = async () =>
  Number(
    (
      await shop.rows(`
        SELECT coalesce(sum(extract(epoch FROM ends_at - starts_at) / 3600), 0) AS hours FROM bookings
        WHERE status = 'pending' AND hold_expires_at > now()`)
    )[0]?.hours,
  )

describe('hours held unpaid by one address', () => {
  const from = '203.0.113.7'
  const network = '203.0.113.0/24'

  test('eight, not nine; another address is free to book; one that ended makes room', async () => {
    for (const [index, time] of times.slice(0, 8).entries())
      await hold({ who: `v${index}`, from, network, time })
    const ninth = { who: 'v8', from, network, time: '17:00' }
    expect(await refusal(holdSlot(wish(ninth)))).toMatchObject({
      ...TOO_MANY,
      details: { sentence: 'too_many_holds', retryAfter: 30 },
    })
    await hold({ who: 'elsewhere', from: '203.0.113.8', network, time: '17:00' })
    await hold({ who: 'v0', from, network, time: '18:00' }) // moves the own hold: still eight
    await shop.rows(
      `UPDATE bookings SET hold_expires_at = now() - interval '1 second' WHERE visitor_hash = $1`,
      [visitor('v1')],
    )
    await hold({ who: 'v6', from, network, time: '19:00' })
  })

  test('a full day is eight hours, half a day four', async () => {
    const half = { who: 'a', from, serviceId: 2, duration: 'half-day' } as const
    await hold(half)
    expect(
      await refusal(
        holdSlot(wish({ ...half, who: 'b', date: workingDay(1), duration: 'full-day' })),
      ),
    ).toMatchObject(TOO_MANY)
    await hold({ ...half, who: 'c', date: workingDay(1) })
    expect(await refusal(holdSlot(wish({ who: 'd', from, date: workingDay(2) })))).toMatchObject(
      TOO_MANY,
    )
  })

  test('of nine hours requested at once in two rooms, eight are held', async () => {
    const answers = await Promise.allSettled(
      times.map((time, index) =>
        holdSlot(wish({ who: `v${index}`, from, time, serviceId: index % 2 ? SECOND_ROOM : 1 })),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    expect(await liveHours()).toBe(8)
  })

  test('a paid booking does not count as a hold', async () => {
    for (const [index, time] of times.slice(0, 8).entries())
      await hold({ who: `v${index}`, from, time })
    await shop.rows(
      `UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL, holder_hash = NULL, holder_network_hash = NULL WHERE visitor_hash = $1`,
      [visitor('v1')],
    )
    await shop.rows(
      `INSERT INTO audit_log (actor, action, entity, entity_id) SELECT 'test', 'confirm', 'booking', id::text FROM bookings WHERE status = 'confirmed'`,
    )
    await hold({ who: 'v9', from, time: '17:00' })
  })
})

describe('hours held unpaid by one network', () => {
  const network = '2001:db8:7::/48'

  test('24 from many addresses, not 25, also at once in two rooms; another network is free', async () => {
    const wishes = [0, 1, 2, 3].flatMap((day) =>
      times.slice(0, 7).map((time, index) => {
        const who = `v${day}-${index}`
        const serviceId = (day + index) % 2 ? SECOND_ROOM : 1
        return wish({
          who,
          from: `a${day}-${index}`,
          network,
          time,
          date: workingDay(day),
          serviceId,
        })
      }),
    )
    const answers = await Promise.allSettled(wishes.map((one) => holdSlot(one)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(24)
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({
          code: 'too_many_requests',
          details: { sentence: 'too_many_holds_of_network' },
        })
    await hold({ who: 'elsewhere', network: '2001:db8:8::/48', date: workingDay(5) })
  }, 60_000)
})

describe('a week', () => {
  test('is held only for the email that the caller has proven', async () => {
    for (const provenEmail of [null, 'somebody@example.com'])
      expect(await refusal(holdSlot(wish({ ...week, provenEmail })))).toMatchObject({
        code: 'email_unproven',
        status: 403,
        details: { fields: { email: 'unproven' } },
      })
    expect(await shop.rows('SELECT 1 FROM bookings')).toEqual([])
    await holdSlot(wish(week))
    expect(await shop.rows('SELECT 1 FROM slot_reservations')).toHaveLength(5)
  })

  const again = { ...week, serviceId: SECOND_ROOM, who: 'other' }
  const network = '203.0.113.0/24'
  const OF_NETWORK = { ...TOO_MANY, details: { sentence: 'too_many_holds_of_network' } }

  test('is the most that one email may hold', async () => {
    await hold({ ...week, from: 'office' })
    const email = 'aina@example.com'
    expect(await refusal(holdSlot(wish({ ...again, email, from: 'home' })))).toMatchObject(TOO_MANY)
  })

  test('leaves eight hours to the others of its address, and sixteen to its network', async () => {
    await hold({ ...week, from: 'office', network })
    const others = { network, serviceId: SECOND_ROOM }
    for (const [index, time] of times.slice(0, 8).entries())
      await hold({ ...others, who: `c${index}`, from: 'office', time })
    expect(
      await refusal(holdSlot(wish({ ...others, who: 'c8', from: 'office', time: '17:00' }))),
    ).toMatchObject(TOO_MANY)
    for (const [index, time] of times.slice(0, 8).entries())
      await hold({ ...others, who: `n${index}`, from: 'next', time, date: workingDay(1) })
    expect(
      await refusal(holdSlot(wish({ ...others, who: 'n8', from: 'third', time: '17:00' }))),
    ).toMatchObject(OF_NETWORK)
  })

  test('can be held beside hours of its address, and not beside another week of its network', async () => {
    await hold({ who: 'colleague', from: 'office', network, serviceId: SECOND_ROOM })
    await hold({ ...week, from: 'office', network })
    const email = 'chong@example.com'
    expect(
      await refusal(
        holdSlot(wish({ ...again, email, provenEmail: email, from: 'next', network, date: later })),
      ),
    ).toMatchObject(OF_NETWORK)
  })
})

describe('how long a hold lasts', () => {
  const length = async () =>
    (
      await shop.rows(
        `SELECT extract(epoch FROM hold_expires_at - created_at)::float AS seconds FROM bookings`,
      )
    )[0]?.seconds

  test('HOLD_MINUTES takes decimals', async () => {
    const { booking } = await holdSlot(wish())
    expect((booking.holdExpiresAt?.getTime() ?? 0) - booking.createdAt.getTime()).toBe(30_000)
  })

  test('five minutes until its payment begins, then the usual time since it was made', async () => {
    await shop.rows(`INSERT INTO settings (key, value) VALUES ('hold', '{"minutes": 20}')`)
    const { booking } = await holdSlot(wish())
    expect(await length()).toBe(300)
    const question = { bookingId: booking.id, visitorHash: visitor(), amountSen: 107_17 }
    const { holdExpiresAt } = await clientSecretFor(question)
    expect(await length()).toBe(1200)
    expect(Date.parse(holdExpiresAt) - booking.createdAt.getTime()).toBe(1_200_000)
    expect((await clientSecretFor(question)).holdExpiresAt).toBe(holdExpiresAt)
  })

  test('a hold whose payment begins while another visitor wants the slot is not ended', async () => {
    const id = await hold()
    const ended = await transaction(async (tx) => {
      await lockRooms(tx, [1])
      return endHold(tx, { bookingId: id }, 'expired') // looked at a moment before it was lengthened
    })
    expect(ended).toBe(false)
    expect(await shop.rows('SELECT status FROM bookings')).toEqual([{ status: 'pending' }])
  })
})

describe('the rate limit', () => {
  test('twenty at once count exactly', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => hit(LIMIT, 'someone')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
    for (const wait of waits.filter(Boolean)) expect(wait).toBeGreaterThan(595)
    expect(await shop.rows(`SELECT hits FROM rate_limits WHERE key = 'test:someone'`)).toEqual([
      { hits: 20 },
    ])
  })

  test('each address and each name has its own count', async () => {
    for (let i = 0; i < 5; i++) await hit(LIMIT, 'a')
    expect(await hit(LIMIT, 'a')).toBeGreaterThan(0)
    expect(await hit(LIMIT, 'b')).toBe(0)
    expect(await hit({ ...LIMIT, name: 'other' }, 'a')).toBe(0)
  })

  test('a window that has ended begins anew, for many at once too; refused hits do not lengthen it', async () => {
    for (let i = 0; i < 8; i++) await hit(LIMIT, 'a')
    const [before] = await shop.rows(`SELECT resets_at FROM rate_limits`)
    await hit(LIMIT, 'a')
    expect(await shop.rows(`SELECT resets_at FROM rate_limits`)).toEqual([before])
    await shop.rows(`UPDATE rate_limits SET resets_at = now() - interval '1 millisecond'`)
    const waits = await Promise.all(Array.from({ length: 20 }, () => hit(LIMIT, 'a')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })
})
