// What costs less than Stripe's minimum charge can never be paid online.
import { holdSlot } from '@/lib/bookings/book'
import { changeService } from '@/lib/catalog/change'
import { serviceBody } from '@/lib/catalog/schema'
import { openShop, refusal, wish } from '@/tests/support/shop'

const shop = openShop()

// Seen in shops whose cheapest price the payment provider refuses: held, and then an error.
describe('real life: a total below the least that can be paid online', () => {
  const change = (body: object) =>
    changeService({
      id: 1,
      body: serviceBody.parse(body),
      version: undefined,
      actor: 'owner',
      now: new Date(),
    })

  test('a rate that makes one is refused beside its field', async () => {
    expect(await refusal(change({ hourlyRate: '1.84' }))).toMatchObject({
      code: 'invalid_request',
      details: { fields: { hourlyRate: 'rate_too_small' } },
    })
    expect(await refusal(change({ halfDayRate: '0.40' }))).toMatchObject({
      details: { fields: { halfDayRate: 'rate_too_small' } },
    })
    // RM1.85 and 8.25 %: RM2.00.
    expect(await change({ hourlyRate: '1.85', halfDayRate: '0.50' })).toMatchObject({
      hourlyRate: '1.85',
    })
  })

  test('a retired service with one is not offered again until its rate is raised', async () => {
    await change({ hourlyRate: '1.85' })
    await change({ state: 'retired' })
    await shop.rows(`UPDATE settings SET value = value || '{"basisPoints": 0}' WHERE key = 'tax'`)
    for (const state of ['offered', 'hidden'])
      expect(await refusal(change({ state }))).toMatchObject({
        code: 'invalid_request',
        details: { sentence: 'rate_too_small', fields: { hourlyRate: 'rate_too_small' } },
      })
    expect(await change({ state: 'offered', hourlyRate: '2.00' })).toMatchObject({
      state: 'offered',
    })
  })

  test('with a tax that was lowered since, nothing is held and no payment is asked for', async () => {
    await change({ hourlyRate: '1.85' })
    await shop.rows(`UPDATE settings SET value = value || '{"basisPoints": 0}' WHERE key = 'tax'`)
    expect(await refusal(holdSlot(wish()))).toMatchObject({
      code: 'invalid_request',
      details: { fields: { serviceId: 'total_too_small' } },
    })
    expect(await shop.rows(`SELECT id FROM bookings`)).toEqual([])
  })
})
