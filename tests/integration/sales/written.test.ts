// What is sold is written once, as a sale with its lines, and the database keeps the amounts of
// bookings, upgrades and orders equal to it.
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { lengthOf } from '@/lib/availability/rules'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { checkout, NO_COMPANY, openShop, orderCheckout, workingDay } from '@/tests/support/shop'

const shop = openShop()
const sales = () =>
  shop.rows(`SELECT kind, booking_id AS booking, order_id AS "order", subtotal::text, total_amount::text AS total,
    (SELECT jsonb_agg((line ->> 'kind') || ' ' || (line ->> 'quantity') || ' × ' || (line ->> 'unitSen')
      ORDER BY nth) FROM jsonb_array_elements(lines) WITH ORDINALITY AS each (line, nth)) AS lines FROM sales ORDER BY id`)
const names = async () =>
  (await shop.rows(`SELECT lines -> 0 -> 'names' AS names FROM sales WHERE kind <> 'edit'`)).map(
    ({ names }) => names,
  )

async function upgraded(): Promise<void> {
  await shop.sold({ serviceId: 2, time: '10:00', addOns: [3] })
  const { clientSecret } = await upgradeSecret({
    bookingId: 1,
    length: lengthOf({ duration: 'half-day' }),
    addOns: [],
    // (228 × 4 + 80 × 4 − 248 − 80) × 1.0825, to the sen of both totals.
    amountSen: 1_333_64 - 355_06,
    now: new Date(),
  })
  await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
  await shop.payments.release()
}

test('a session, its upgrade and an order are sales with their lines, and their payments name them', async () => {
  await shop.rows(
    `UPDATE services SET translations = '{"ms": {"name": "Video Premium BM"}}' WHERE id = 2`,
  )
  await upgraded()
  await orderCheckout({
    rushService: true,
    customerEmail: 'proven@example.com',
    provenEmail: 'proven@example.com',
  })
  expect(await sales()).toEqual([
    {
      ...{ kind: 'session', booking: 1, order: null, subtotal: '328.00', total: '355.06' },
      lines: ['session 1 × 24800', 'add_on 1 × 8000'],
    },
    {
      ...{ kind: 'upgrade', booking: 1, order: null, subtotal: '904.00', total: '978.58' },
      lines: ['session 1 × 66400', 'add_on 3 × 8000'],
    },
    {
      ...{ kind: 'edit', booking: null, order: 1, subtotal: '146.00', total: '158.05' },
      lines: ['edit 1 × 12000', 'discount 1 × -1200', 'rush 1 × 3800'],
    },
  ])
  expect(await names()).toEqual([
    { en: 'Video Premium', ms: 'Video Premium BM' },
    { en: 'Video Premium', ms: 'Video Premium BM' },
  ])
  expect(
    await shop.rows(`SELECT purpose, s.kind, p.amount::text = s.total_amount::text AS whole
      FROM payments p JOIN sales s ON s.id = p.sale_id ORDER BY p.id`),
  ).toEqual([
    { purpose: 'booking', kind: 'session', whole: true },
    { purpose: 'upgrade', kind: 'upgrade', whole: true },
    { purpose: 'order', kind: 'edit', whole: true },
  ])
})

test('a booking by hand is a sale too', async () => {
  const who = { firstName: 'Mei', lastName: null, email: 'mei@example.com' }
  const wish = { serviceId: 1, roomId: null, ...who }
  const when = { date: workingDay(), time: '12:00', duration: 'hourly', hours: 2 } as const
  const rest = { phone: null, requirements: null, locale: 'zh', totalAmount: null } as const
  const paid = { method: 'cash', note: null } as const
  await createAdminBooking(
    { ...wish, ...when, ...rest, ...NO_COMPANY, addOns: [], paid },
    { actor: 'owner', now: new Date() },
  )
  expect(await sales()).toEqual([
    {
      ...{ kind: 'session', booking: 1, order: null, subtotal: '198.00', total: '214.34' },
      lines: ['session 2 × 9900'],
    },
  ])
  expect(await shop.rows(`SELECT sale_id FROM payments`)).toEqual([{ sale_id: 1 }])
})

describe('the database refuses', () => {
  beforeEach(async () => {
    await upgraded()
    await orderCheckout()
  })

  test.each([
    ['a booking that costs more', 'UPDATE bookings SET total_amount = total_amount + 1', 'booking'],
    [
      'a booking without a sale',
      `INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at, total_amount, manage_token)
        SELECT 1, 1, 'Mei', 'mei@example.com', date, time, starts_at, ends_at, 0, 'another' FROM bookings WHERE id = 1`,
      'booking',
    ],
    [
      'a booking that has lost its upgrade’s price',
      'UPDATE bookings SET total_amount = (SELECT from_total FROM booking_upgrades) WHERE id = 1',
      'booking',
    ],
    ['a booking in another currency', `UPDATE bookings SET currency = 'USD'`, 'booking'],
    [
      'a sale of another sum',
      `UPDATE sales SET lines = '[{ "amountSen": 100 }]', subtotal = 1, tax_amount = 0, total_amount = 1 WHERE kind = 'session'`,
      'booking',
    ],
    [
      'an upgrade that is not counted any more',
      `UPDATE booking_upgrades SET status = 'ended'`,
      'booking',
    ],
    ['an upgrade whose sale is a session’s', `UPDATE booking_upgrades SET sale_id = 1`, 'upgrade'],
    [
      'an order that costs more',
      'UPDATE video_editing_orders SET price = price + 1, total_amount = total_amount + 1',
      'order',
    ],
    ['a rush that costs less', 'UPDATE video_editing_orders SET price = price - 1', 'order'],
    [
      'an order in which price and rush change places',
      'UPDATE video_editing_orders SET price = 1, rush_price = 1',
      'order',
    ],
    [
      'money for a booking that names no sale',
      `UPDATE payments SET sale_id = NULL WHERE purpose = 'booking'`,
      'payment',
    ],
    [
      'an order whose sale is gone',
      `DELETE FROM payments WHERE purpose = 'order'; DELETE FROM sales WHERE kind = 'edit'`,
      'order',
    ],
    [
      'a payment for another’s sale',
      `UPDATE payments SET sale_id = 1 WHERE purpose = 'order'`,
      'payment',
    ],
    [
      'a session paid as an upgrade',
      `UPDATE payments SET sale_id = 2 WHERE purpose = 'booking'`,
      'payment',
    ],
  ])('%s', async (_, change, what) => {
    await expect(shop.rows(change)).rejects.toMatchObject({
      constraint: `sales_agree_with_${what}`,
    })
  })
})

test('a hold whose lines do not add up takes no time', async () => {
  await checkout()
  const { rows } = await shop.database.sql.query(`SELECT count(*)::int AS n FROM slot_reservations`)
  await expect(
    shop.rows(`UPDATE sales SET lines = lines || '[{ "amountSen": 1 }]'`),
  ).rejects.toMatchObject({ constraint: 'sales_lines' })
  expect(rows).toEqual([{ n: 1 }])
})
