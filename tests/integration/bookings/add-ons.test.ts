import { POST } from '@/app/api/bookings/route'
import { holdSlot } from '@/lib/bookings/book'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { priceOfSales } from '@/lib/sales/sale'
import { setStatus } from '@/lib/bookings/set-status'
import { bookingByIntent } from '@/lib/bookings/queries'
import { db } from '@/lib/db'
import { callRoute } from '@/tests/support/call'
import { openShop, refusal, visitor, wish } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

// seedMinimal: service 1 at RM99, add-on 3 at RM80.
const shop = openShop()
const addOnRows = () =>
  shop.rows('SELECT service_id, hours, hourly_rate, total_amount FROM booking_add_ons ORDER BY id')

/** A second add-on at the price of the first. */
const secondAddOn = async (): Promise<number> => {
  const { id: _id, ...row } = await db().service.findUniqueOrThrow({ where: { id: 3 } })
  const { translations, ...rest } = row
  const made = await db().service.create({
    data: { ...rest, name: 'On-site Technician', translations: translations ?? {} },
  })
  return made.id
}

test.each([
  ['hourly', 1, 99_00 + 80_00],
  ['half-day', 4, 4 * (99_00 + 80_00)],
  ['weekly', 40, 40 * (99_00 + 80_00)],
] as const)('an add-on of a %s booking is charged for %i hours', async (duration, hours, sen) => {
  const { booking } = await holdSlot(wish({ duration, addOns: [3] }))
  expect(priceOfSales(booking.sales).subtotalSen).toBe(sen)
  expect(await addOnRows()).toEqual([
    { service_id: 3, hours, hourly_rate: '80.00', total_amount: `${80 * hours}.00` },
  ])
})

test('the payment is for all of it, and the confirmation names it', async () => {
  const { booking } = await holdSlot(wish({ addOns: [3], totalSen: 193_77 }))
  const secret = await clientSecretFor({
    bookingId: booking.id,
    visitorHash: visitor(),
    amountSen: 193_77,
  })
  const intent = secret.clientSecret.split('_secret_')[0] ?? ''
  const [payment] = await shop.rows('SELECT amount FROM payments')
  expect(payment).toEqual({ amount: '193.77' })
  const read = await bookingByIntent(intent, 'en')
  expect(read?.dto.addOns).toEqual([
    { id: 3, name: 'Co-host Support', hours: 1, totalAmount: '80.00' },
  ])
  await setStatus({ id: booking.id, status: 'confirmed', actor: 'owner', now: new Date() })
  const mails = await tellAll()
  expect(mails.map(({ kind }) => kind)).toEqual(['booking_notice', 'studio_booking'])
  for (const { letter } of mails)
    expect(letter?.payload).toMatchObject({ addOns: [{ name: 'Co-host Support', hours: 1 }] })
})

test('asked for again with the same add-ons it is the same hold; with others of the same price, another', async () => {
  const other = await secondAddOn()
  const first = await holdSlot(wish({ addOns: [3] }))
  const again = await holdSlot(wish({ addOns: [3, 3] }))
  expect([again.created, again.booking.id]).toEqual([false, first.booking.id])
  const changed = await holdSlot(wish({ addOns: [other] }))
  expect(changed).toMatchObject({ created: true, released: [first.booking.id] })
  expect((await addOnRows()).at(-1)).toMatchObject({ service_id: other })
  const without = await holdSlot(wish())
  expect(without).toMatchObject({ created: true, released: [changed.booking.id] })
})

test('a hold whose payment is at the bank is not given back for another add-on of the same price', async () => {
  const other = await secondAddOn()
  const { booking } = await holdSlot(wish({ addOns: [3] }))
  const about = { bookingId: booking.id, visitorHash: visitor(), amountSen: null }
  const { clientSecret } = await clientSecretFor(about)
  const intent = clientSecret.split('_secret_')[0] ?? ''
  await shop.payments.pay(intent, 'pm_card_authenticationRequired')
  expect(await refusal(holdSlot(wish({ addOns: [other] })))).toMatchObject({
    code: 'payment_in_progress',
  })
  const same = await holdSlot(wish({ addOns: [3] }))
  expect([same.created, same.booking.id]).toEqual([false, booking.id])
})

test('the total that the browser shows has to hold with its add-ons', async () => {
  expect(await refusal(holdSlot(wish({ addOns: [3], totalSen: 107_17 })))).toMatchObject({
    code: 'price_changed',
    details: { data: { subtotal: '179.00', taxAmount: '14.77', totalAmount: '193.77' } },
  })
  expect(await addOnRows()).toEqual([])
})

test.each([
  ['a session is not an add-on', { addOns: [2] }, 'choice'],
  ['there is no such service', { addOns: [99] }, 'choice'],
  ['one that is hidden', { addOns: [3] }, 'service_not_offered'],
  ['a free session takes none', { addOns: [3], useFreeSession: true }, 'choice'],
])('a wish is refused: %s', async (_why, about, reason) => {
  if (reason === 'service_not_offered')
    await db().service.update({ where: { id: 3 }, data: { state: 'hidden' } })
  expect(await refusal(holdSlot(wish(about)))).toMatchObject({
    code: 'invalid_request',
    details: { fields: { addOns: reason } },
  })
  expect(await shop.rows('SELECT id FROM bookings')).toEqual([])
})

test.each([[['3']], [[0]], [[3.5]], ['3'], [Array.from({ length: 11 }, (_, i) => i + 1)]])(
  'POST /api/bookings refuses the add-ons %j',
  async (addOns) => {
    const { visitorHash: _v, holderHash: _h, networkHash: _n, now: _at, ...body } = wish()
    const answer = await callRoute(POST, '/api/bookings', { body: { ...body, addOns } })
    expect(answer.status).toBe(400)
    const { fields } = (await answer.json()) as { fields: Record<string, string> }
    expect(Object.keys(fields)).toEqual(['addOns'])
  },
)
