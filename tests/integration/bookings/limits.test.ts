// The limits as they are in production: this file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
process.env.HOLD_MINUTES = '0.5'
import { hit } from '@/lib/rate-limit'
import { holdSlot } from '@/lib/bookings/book'
import { hold, openShop, refusal, visitor, wish } from '@/tests/support/shop'

const shop = openShop()
const LIMIT = { name: 'test', max: 5, seconds: 600 }

describe('holds of one address', () => {
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
  const from = '203.0.113.7'

  test('five, not six; another address is free to book; one that ended makes room', async () => {
    for (const [index, time] of times.slice(0, 5).entries())
      await hold({ who: `v${index}`, from, time })
    expect(await refusal(holdSlot(wish({ who: 'v5', from, time: '14:00' })))).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      details: { sentence: 'too_many_holds', retryAfter: 30 },
    })
    await hold({ who: 'elsewhere', from: '203.0.113.8', time: '14:00' })
    await hold({ who: 'v0', from, time: '15:00' }) // moves the own hold: still five
    await shop.rows(
      `UPDATE bookings SET hold_expires_at = now() - interval '1 second' WHERE visitor_hash = $1`,
      [visitor('v1')],
    )
    await hold({ who: 'v6', from, time: '16:00' })
  })

  test('eight at once: five', async () => {
    const answers = await Promise.allSettled(
      times.map((time, index) => holdSlot(wish({ who: `v${index}`, from, time }))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  test('a booking that was paid is no hold', async () => {
    for (const [index, time] of times.slice(0, 5).entries())
      await hold({ who: `v${index}`, from, time })
    await shop.rows(
      `UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL, holder_hash = NULL WHERE visitor_hash = $1`,
      [visitor('v1')],
    )
    await shop.rows(
      `INSERT INTO audit_log (actor, action, entity, entity_id) SELECT 'test', 'confirm', 'booking', id::text FROM bookings WHERE status = 'confirmed'`,
    )
    await hold({ who: 'v6', from, time: '16:00' })
  })

  test('HOLD_MINUTES takes decimals', async () => {
    const { booking } = await holdSlot(wish())
    expect((booking.holdExpiresAt?.getTime() ?? 0) - booking.createdAt.getTime()).toBe(30_000)
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
