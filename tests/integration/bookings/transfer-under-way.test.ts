// A transfer that somebody may have made has no row among the payments until it is decided.
import { attentionCount, transfersOver } from '@/lib/admin/attention/queries'
import { thingsToDo } from '@/lib/admin/today/todo'
import { expireHold } from '@/lib/bookings/expire'
import { cancelBooking } from '@/lib/bookings/cancel'
import { chooseTransfer, keepSlip, receiveTransfer, refuseTransfer } from '@/lib/bookings/transfer'
import { erasePerson } from '@/lib/people/erase'
import { prune } from '@/lib/people/forget'
import { checkout, openShop, orderCheckout, refusal, visitor } from '@/tests/support/shop'

const shop = openShop()
const ACCOUNT = { bank: 'Maybank', holder: 'Studio Sdn Bhd', number: '5140 1234 5678' }
const PDF = Buffer.from('%PDF-1.7\n%%EOF')
const owner = () => ({ actor: 'owner', now: new Date() })
const EMAIL = 'aina@example.com'

async function chosen(): Promise<{ id: number; token: string }> {
  await shop.rows(`INSERT INTO settings (key, value, updated_at) VALUES ('transfer', $1, now())`, [
    JSON.stringify({ ...ACCOUNT, duitnow: '', hours: 24 }),
  ])
  const { booking: id } = await checkout()
  const { token } = await chooseTransfer({
    ...{ bookingId: id, visitorHash: visitor(), provenEmail: 'aina@example.com', now: new Date() },
  })
  return { id, token }
}
async function ended(id: number, days = 0): Promise<void> {
  await shop.rows(
    `UPDATE bookings SET hold_expires_at = now() - interval '1 second' WHERE id = $1`,
    [id],
  )
  expect(await expireHold({ bookingId: id })).toBe('ended')
  await shop.rows(
    `UPDATE bookings SET cancelled_at = cancelled_at - make_interval(days => $2) WHERE id = $1`,
    [id, days],
  )
}
const bookings = () => shop.rows(`SELECT id, status, email FROM bookings ORDER BY id`)
const erase = () => erasePerson({ email: EMAIL, actor: 'owner' })

describe('a transfer that nobody has decided, and the job that deletes unpaid holds', () => {
  test.each([true, false])(
    'is kept with its booking until it is decided (a slip: %s)',
    async (slip) => {
      const { id, token } = await chosen()
      if (slip) await keepSlip({ token, bytes: PDF })
      await ended(id, 30)
      await prune()
      expect(await bookings()).toMatchObject([{ id, status: 'cancelled' }])
      expect(await shop.rows('SELECT booking_id FROM slips')).toHaveLength(slip ? 1 : 0)
      expect((await thingsToDo('en', new Date())).rows).toMatchObject([
        { kind: slip ? 'slip' : 'transfer', transfer: { id } },
      ])
      expect(await transfersOver()).toMatchObject([{ id, hasSlip: slip, amount: '107.17' }])
      expect(await attentionCount()).toBe(1)
      await receiveTransfer({ id, ...owner() })
      expect(await transfersOver()).toEqual([])
    },
  )

  test('is deleted with its booking once it was not received', async () => {
    const { id, token } = await chosen()
    await keepSlip({ token, bytes: PDF })
    await ended(id, 30)
    await refuseTransfer({ id, ...owner() })
    await prune()
    expect(await bookings()).toEqual([])
    expect(await attentionCount()).toBe(0)
  })

  test('is kept for longer than seven years', async () => {
    const { id } = await chosen()
    await ended(id)
    await shop.rows(`UPDATE bookings SET starts_at = starts_at - interval '9 years',
      ends_at = ends_at - interval '9 years'`)
    await shop.rows(`UPDATE payments SET created_at = created_at - interval '9 years'`)
    await prune()
    expect(await bookings()).toMatchObject([{ id }])
  })

  test('stays on the list when the owner cancels its booking', async () => {
    const { id } = await chosen()
    await cancelBooking({ id, refund: 'none', ...owner() })
    expect(await transfersOver()).toMatchObject([{ id }])
  })
})

describe('a transfer that nobody has decided, and erasing its person', () => {
  const REFUSED = { code: 'not_changeable', details: { sentence: 'person_transfer' } }

  test.each([true, false])('is refused, and nothing is ended (a slip: %s)', async (slip) => {
    const { id, token } = await chosen()
    if (slip) await keepSlip({ token, bytes: PDF })
    expect(await refusal(erase())).toMatchObject(REFUSED)
    expect(await bookings()).toMatchObject([{ id, status: 'pending', email: EMAIL }])
    await ended(id)
    expect(await refusal(erase())).toMatchObject(REFUSED)
    await refuseTransfer({ id, ...owner() })
    await erase()
    expect(await bookings()).toEqual([])
  })
})

describe('money of a payment that is under way, and seven years or erasing', () => {
  const age = async (years: number) => {
    for (const [table, columns] of [
      ['bookings', ['starts_at', 'ends_at']],
      ['slot_reservations', ['starts_at', 'ends_at', 'reserved_until']],
      ['payments', ['created_at']],
      ['receipts', ['issued_at']],
      ['video_editing_orders', ['created_at']],
    ] as const)
      await shop.rows(
        `UPDATE ${table} SET ${columns.map((name) => `${name} = ${name} - interval '${years} years'`).join()}`,
      )
  }

  test.each([
    ['waits for the owner', `outcome = 'needs_attention', reason = 'late'`],
    ['is at the bank', `refund_status = 'pending'`],
    ['did not go back', `reason = 'refund_failed'`],
  ])('keeps its booking while it %s', async (_, state) => {
    const { booking: id } = await shop.sold()
    await shop.rows(`UPDATE bookings SET status = 'completed'`)
    await age(9)
    await shop.rows(`UPDATE payments SET ${state}`)
    await prune()
    expect(await bookings()).toMatchObject([{ id }])
    expect(await refusal(erase())).toMatchObject({ details: { sentence: 'person_open' } })
    await age(-9)
    await shop.rows(
      `UPDATE payments SET outcome = 'confirmed', reason = NULL, refund_status = NULL`,
    )
    await erase()
  })

  test('keeps the person while they are asked for the account that it goes to', async () => {
    await shop.sold()
    await shop.rows(`UPDATE bookings SET status = 'completed'`)
    await shop.rows(`INSERT INTO bank_forms (payment_id, token_hash, expires_at)
      SELECT id, 'x', now() + interval '1 day' FROM payments`)
    expect(await refusal(erase())).toMatchObject({ details: { sentence: 'person_open' } })
    await shop.rows(`DELETE FROM bank_forms`)
    await erase()
  })

  test('keeps an order', async () => {
    const { order, intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await age(9)
    await shop.rows(`UPDATE payments SET reason = 'refund_failed'`)
    await prune()
    expect(await shop.rows(`SELECT id FROM video_editing_orders`)).toEqual([{ id: order }])
    await shop.rows(`UPDATE payments SET reason = NULL`)
    await age(-9)
  })
})
