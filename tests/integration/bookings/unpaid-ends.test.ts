// The limits as they are in production: this file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
import { holdSlot } from '@/lib/bookings/book'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { expireHold } from '@/lib/bookings/expire'
import { extendHold } from '@/lib/bookings/holds'
import { prune } from '@/lib/people/forget'
import {
  age,
  hold,
  openShop,
  refusal,
  visitor,
  wish,
  workingDay,
  type Wish,
} from '@/tests/support/shop'

const shop = openShop()
let second = 0
beforeEach(async () => {
  second = await shop.serviceInNewRoom('Room B', 99)
})

const FULL = { serviceId: 2, duration: 'full-day' } as const
/** Holds as `about` says and lets it end unpaid after `minutes`. */
async function letEnd(about: Wish, minutes = 15): Promise<void> {
  const id = await hold(about)
  await shop.rows(
    `UPDATE bookings SET hold_expires_at = created_at + interval '${minutes} minutes' WHERE id = ${id}`,
  )
  await age(id, minutes)
  expect(await expireHold({ bookingId: id })).toBe('ended')
}
const TOO_MANY = {
  code: 'too_many_requests',
  status: 429,
  details: { sentence: 'too_many_unpaid', retryAfter: expect.any(Number) },
}
const after = (date: string | undefined, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const WORKING = Array.from({ length: 60 }, (_, nth) => workingDay(nth))
/** Monday to Friday of that week and of the next one are open, whatever holidays come. */
const monday = WORKING.find(
  (date) =>
    new Date(`${date}T00:00:00Z`).getUTCDay() === 1 &&
    [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].every((days) => WORKING.includes(after(date, days))),
)
/** The days of the calendar week that begins on that Monday. */
const dayOf = (nth: number) => after(monday, nth)

// Seen in appointment and ticket systems: a few machines hold everything and hold it again the
// moment it is free, so that nobody can buy.
describe('real life: holds that are renewed for ever', () => {
  test('an address that let four full days end unpaid holds nothing more that day', async () => {
    for (let i = 0; i < 4; i++) await letEnd({ ...FULL, who: `v${i}`, from: 'one address' })
    const next = wish({ who: 'v9', from: 'one address' })
    expect(await refusal(holdSlot(next))).toMatchObject(TOO_MANY)
    await hold({ who: 'v9', from: 'another address' })
    await shop.rows(`UPDATE rate_limits SET resets_at = now() - interval '1 second'`)
    await hold({ who: 'v8', from: 'one address', time: '10:00' })
  })

  test('giving a hold back in time does not hide it: the time that it was held counts', async () => {
    for (let i = 0; i < 5; i++) {
      const id = await hold({ ...FULL, who: 'mallory', from: 'one', date: workingDay(i % 2) })
      await age(id, 14)
      await shop.rows(`UPDATE bookings SET hold_expires_at = now() + interval '1 minute'`)
    }
    expect(
      await refusal(holdSlot(wish({ ...FULL, who: 'mallory', from: 'one', date: workingDay(3) }))),
    ).toMatchObject(TOO_MANY)
  })

  test('a network has three times what an address has, wherever in it the addresses are', async () => {
    const network = '203.0.113.0/24'
    for (let i = 0; i < 12; i++) await letEnd({ ...FULL, who: `v${i}`, from: `a${i}`, network })
    expect(await refusal(holdSlot(wish({ who: 'v13', from: 'a13', network })))).toMatchObject(
      TOO_MANY,
    )
  })

  test('one inbox under many spellings and addresses is asked for a code, and its owner goes on', async () => {
    for (let i = 0; i < 4; i++)
      await letEnd({ ...FULL, who: `v${i}`, email: `a.ina+${i}@gmail.com` })
    const next = { who: 'v9', email: 'aina@gmail.com' }
    expect(await refusal(holdSlot(wish(next)))).toMatchObject({
      code: 'email_unproven',
      status: 403,
      details: { sentence: 'email_unproven_holds', fields: { email: 'unproven_holds' } },
    })
    await hold({ ...next, provenEmail: 'aina@gmail.com' })
  })

  test('seven addresses cannot keep a week: an hour of trying leaves them nothing', async () => {
    let held = 0
    for (let round = 0; round < 14; round++)
      for (let i = 0; i < 7; i++)
        await letEnd(
          {
            ...FULL,
            who: `r${round}-${i}`,
            from: `a${i}`,
            date: dayOf(7 + (i % 5)),
            serviceId: i < 5 ? 2 : second,
          },
          5,
        )
          .then(() => held++)
          .catch((error: unknown) => expect(error).toMatchObject(TOO_MANY))
    expect(held).toBe(7 * 12)
  }, 120_000)

  test('what is remembered is cleaned with the other counts, a day after its window', async () => {
    await letEnd({ who: 'aina' })
    const remembered = () => shop.rows(`SELECT key FROM rate_limits WHERE key LIKE 'unpaid-%'`)
    expect(await remembered()).toHaveLength(3)
    await shop.rows(`UPDATE rate_limits SET resets_at = now() - interval '25 hours'`)
    await prune()
    expect(await remembered()).toEqual([])
  })
})

describe('an honest visitor', () => {
  test('who lets holds end and tries again, also for a full day, is not hindered', async () => {
    for (let i = 0; i < 3; i++) await letEnd({ ...FULL, who: 'aina', from: 'home' })
    await hold({ ...FULL, who: 'aina', from: 'home' })
  })

  test('who looks at twenty times one after the other is not hindered', async () => {
    for (let i = 0; i < 20; i++) {
      const id = await hold({ who: 'aina', from: 'home', time: i % 2 ? '09:00' : '10:00' })
      await age(id, 1)
    }
    await hold({ who: 'aina', from: 'home', time: '11:00' })
  })

  test('who pays leaves nothing behind', async () => {
    const { booking } = await holdSlot(wish({ who: 'aina' }))
    const { clientSecret } = await clientSecretFor({
      bookingId: booking.id,
      visitorHash: visitor('aina'),
      amountSen: null,
    })
    await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
    await shop.payments.release()
    expect(await shop.rows(`SELECT key FROM rate_limits WHERE key LIKE 'unpaid-%'`)).toEqual([])
  })
})

describe('hours held unpaid in a calendar week', () => {
  const lastsOf = async (id: number) =>
    Number(
      (
        await shop.rows(
          `SELECT extract(epoch FROM hold_expires_at - created_at) AS s FROM bookings WHERE id = ${id}`,
        )
      )[0]?.s,
    )
  const begin = async (who: string, id: number) => {
    await clientSecretFor({ bookingId: id, visitorHash: visitor(who), amountSen: null })
    return lastsOf(id)
  }

  test('beyond 24 a hold lasts five minutes, also when its payment has begun; other weeks are as ever', async () => {
    const ids: number[] = []
    for (let i = 0; i < 3; i++) ids.push(await hold({ ...FULL, who: `v${i}`, date: dayOf(i) }))
    for (const [i, id] of ids.entries()) expect(await begin(`v${i}`, id)).toBe(900)
    const fourth = await hold({ who: 'v4', date: dayOf(3) })
    expect(await begin('v4', fourth)).toBe(300)
    await extendHold({ bookingId: fourth }, 15)
    expect(await lastsOf(fourth)).toBe(600)
    const later = await hold({ who: 'v5', date: dayOf(7) })
    expect(await begin('v5', later)).toBe(900)
    const elsewhere = await hold({ who: 'v6', date: dayOf(3), serviceId: second })
    expect(await begin('v6', elsewhere)).toBe(900)
  })

  const week = { duration: 'weekly', serviceId: 2, date: monday } as const

  test('four addresses of one network and one inbox hold a week, and two full days beside it', async () => {
    const network = 'one network'
    const id = await hold({ ...week, who: 'a', from: 'one', network })
    // Alone, it lasts as long as any other, and may wait for a transfer.
    expect(await begin('a', id)).toBe(900)
    for (const [i, from] of ['two', 'three'].entries())
      await hold({ ...FULL, who: from, from, network, date: dayOf(7 + i) })
    expect(
      await refusal(
        holdSlot(wish({ ...FULL, who: 'four', from: 'four', network, date: dayOf(9) })),
      ),
    ).toMatchObject({ details: { sentence: 'too_many_holds_of_network' } })
  })

  test('a week beside three full days that its network holds is refused, beside two it is held', async () => {
    for (let i = 0; i < 3; i++)
      await hold({ ...FULL, who: `v${i}`, from: `v${i}`, network: 'n', date: dayOf(7 + i) })
    expect(
      await refusal(holdSlot(wish({ ...week, who: 'b', from: 'two', network: 'n' }))),
    ).toMatchObject({ details: { sentence: 'too_many_holds_of_network' } })
    await shop.rows(
      `UPDATE bookings SET hold_expires_at = now() - interval '1 second' WHERE visitor_hash = $1`,
      [visitor('v0')],
    )
    await hold({ ...week, who: 'b', from: 'two', network: 'n' })
  })

  test('of the calendar week that a held week goes on into, another hold lasts five minutes', async () => {
    await hold({ ...week, who: 'a', date: dayOf(2) }) // Wednesday to Tuesday: 24 hours and 16.
    const first = await hold({ ...FULL, who: 'b', serviceId: 2, date: dayOf(9), time: '09:00' })
    expect(await begin('b', first)).toBe(900)
    const over = await hold({ who: 'c', date: dayOf(10) })
    expect(await begin('c', over)).toBe(300)
    const before = await hold({ who: 'd', date: dayOf(0) })
    expect(await begin('d', before)).toBe(300)
  })

  test('one inbox holds one week, whatever its spelling', async () => {
    await hold({ ...week, who: 'a', email: 'aina+1@gmail.com' })
    expect(
      await refusal(
        holdSlot(wish({ ...week, serviceId: second, who: 'b', email: 'a.ina+2@gmail.com' })),
      ),
    ).toMatchObject({ code: 'too_many_requests', details: { sentence: 'too_many_holds' } })
  })
})
