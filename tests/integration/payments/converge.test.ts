import { cancelBooking } from '@/lib/bookings/cancel'
import { completeFinished } from '@/lib/bookings/complete'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { linkPayment, markHandled, refundPayment } from '@/lib/admin/attention/handle'
import { attentionCount, attentionPayments } from '@/lib/admin/attention/queries'
import { moneyWentBack } from '@/lib/payments/queries'
import { db } from '@/lib/db'
import { stripe } from '@/lib/payments/client'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { letActsStand } from '@/tests/support/acts'
import { inDays, join, paidSession } from '@/tests/support/members'
import { checkout, hold, openShop, orderCheckout, refusal } from '@/tests/support/shop'
import { toldCustomers } from '@/tests/support/told'

const shop = openShop()
const payment = async (intent: string) =>
  (
    await shop.rows(
      `SELECT outcome, reason, refund_status, refunded_amount::text AS refunded, disputed, dispute_status AS dispute,
        handled_at IS NOT NULL AS handled, sync_due AS due FROM payments WHERE stripe_payment_intent_id = $1`,
      [intent],
    )
  )[0]
const statuses = async () =>
  (await shop.rows(`SELECT status FROM bookings ORDER BY id`)).map(({ status }) => status)
const dashboard = (intent: string, amount?: number) =>
  shop.payments.control('refund', { payment_intent: intent, amount })
const dispute = (intent: string, outcome?: 'won' | 'lost') =>
  shop.payments.control('dispute', { payment_intent: intent, outcome })
const theBank = () => shop.payments.letBanksAnswer()
const owner = { actor: 'owner', now: new Date() }

async function strangeMoney(amount = 107_17, card = 'pm_card_visa') {
  const intent = await stripe().paymentIntents.create({
    amount,
    currency: 'myr',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: card,
  })
  await shop.payments.release()
  const [row] = await shop.rows(`SELECT id FROM payments WHERE stripe_payment_intent_id = $1`, [
    intent.id,
  ])
  return { intent: intent.id, id: Number(row?.id) }
}

describe('a refund reported before the settlement', () => {
  test.each(['created', 'reverse'] as const)(
    'of everything confirms nothing, told in the order %s',
    async (order) => {
      const { intent } = await checkout()
      await shop.payments.pay(intent)
      await dashboard(intent)
      await shop.payments.release(order)
      expect(await payment(intent)).toMatchObject({ outcome: 'refunded', refunded: '107.17' })
      expect([await statuses(), await toldCustomers()]).toEqual([['pending'], []])
    },
  )

  test('of an order: not paid, no acknowledgement', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await dashboard(intent)
    await syncPayment(settlements, intent)
    expect(await payment(intent)).toMatchObject({ outcome: 'refunded' })
    expect([
      await shop.rows(`SELECT status FROM video_editing_orders`),
      await toldCustomers(),
    ]).toEqual([[{ status: 'pending' }], []])
  })

  test('of a part is in the books with the confirmation', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    await dashboard(intent, 20_00)
    await syncPayment(settlements, intent)
    expect(await payment(intent)).toMatchObject({ outcome: 'confirmed', refunded: '20.00' })
  })
})

describe('a slow reading', () => {
  /** Stripe's next list of `what` is answered at once, and arrives only after `meanwhile`. */
  function delayed(what: 'refunds' | 'disputes', meanwhile: () => Promise<unknown>) {
    const list = stripe()[what].list.bind(stripe()[what]) as (question: object) => {
      autoPagingToArray(options: object): Promise<unknown[]>
    }
    jest.spyOn(stripe()[what], 'list').mockImplementationOnce(((question: object) => ({
      autoPagingToArray: async (options: object) => {
        const answer = await list(question).autoPagingToArray(options)
        await meanwhile()
        return answer
      },
    })) as never)
  }
  afterEach(() => jest.restoreAllMocks())

  test('never overwrites that a refund failed meanwhile', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent, 'pm_card_refundFail')
    await shop.payments.release()
    await dashboard(intent)
    delayed('refunds', async () => {
      await theBank()
      await syncPayment(settlements, intent)
      expect(await payment(intent)).toMatchObject({ outcome: 'needs_attention' })
    })
    await syncPayment(settlements, intent)
    expect(await payment(intent)).toMatchObject({
      outcome: 'needs_attention',
      reason: 'refund_failed',
      refunded: '0.00',
      due: false,
    })
  })

  test('never overwrites that a dispute was won meanwhile', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await dispute(intent)
    delayed('disputes', async () => {
      await syncPayment(settlements, intent)
      await dispute(intent, 'won')
      await syncPayment(settlements, intent)
    })
    await syncPayment(settlements, intent)
    expect(await payment(intent)).toMatchObject({ disputed: false, dispute: 'over', due: false })
  })
})

describe('what the owner has handled', () => {
  test('is opened again by a dispute of that money, and the buttons answer', async () => {
    const { intent, id } = await strangeMoney()
    await markHandled({ id, note: 'A deposit', money: 'kept', ...owner })
    expect(await attentionCount()).toBe(0)
    await dispute(intent)
    await shop.payments.release()
    expect([await payment(intent), await attentionCount()]).toMatchObject([{ handled: false }, 1])
    await markHandled({ id, note: 'Answered in Stripe', money: 'kept', ...owner })
    await dispute(intent, 'lost')
    await shop.payments.release()
    expect(await payment(intent)).toMatchObject({ handled: false, dispute: 'lost' })
    await markHandled({ id, note: 'Lost', ...owner })
    expect(await attentionCount()).toBe(0)
  })

  test('is opened again by a refund that fails', async () => {
    const { intent, id } = await strangeMoney(50_00, 'pm_card_refundFail')
    await dashboard(intent)
    await shop.payments.release()
    expect(await attentionCount()).toBe(0)
    await theBank()
    await shop.payments.release()
    await markHandled({ id, note: 'Seen', money: 'kept', ...owner })
    await dashboard(intent, 10_00)
    await shop.payments.release()
    expect([await payment(intent), await attentionCount()]).toMatchObject([{ handled: false }, 1])
    await theBank() // this refund fails too: its news must not reach the next test
    await shop.payments.release()
  })
})

describe('confirmed, but refunded', () => {
  test('is shown until the owner decides', async () => {
    const { intent, booking } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await moneyWentBack(db(), booking)).toBe(false)
    await dashboard(intent)
    await shop.payments.release()
    const { paid_back: shown } = await attentionPayments()
    expect([shown, await attentionCount(), await moneyWentBack(db(), booking)]).toMatchObject([
      [{ bookingId: booking, outcome: 'refunded' }],
      1,
      true,
    ])
    await markHandled({ id: 1, note: 'A gift', ...owner })
    expect([await attentionCount(), await moneyWentBack(db(), booking)]).toEqual([0, false])
  })

  test('counts a chargeback as money gone, until it is won', async () => {
    const { intent, booking } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await dispute(intent)
    await shop.payments.release()
    expect(await moneyWentBack(db(), booking)).toBe(true)
    await dispute(intent, 'won')
    await shop.payments.release()
    expect(await moneyWentBack(db(), booking)).toBe(false)
  })

  test('is over when the booking is cancelled', async () => {
    const { intent, booking } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await dashboard(intent)
    await shop.payments.release()
    await cancelBooking({ id: booking, refund: 'none', ...owner })
    expect(await attentionCount()).toBe(0)
  })
})

describe('a refund', () => {
  test('that Stripe made is not called refused because our database failed', async () => {
    const { intent, id } = await strangeMoney()
    await shop.rows(`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.outcome = 'refunded' THEN RAISE EXCEPTION 'the disk is full'; END IF; RETURN NEW; END $$`)
    await shop.rows(
      `CREATE TRIGGER broken BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION broken()`,
    )
    await expect(refundPayment({ id, actor: 'owner' })).rejects.toThrow()
    expect(await payment(intent)).toMatchObject({ outcome: 'refund_due', reason: 'unmatched' })
    await shop.rows(`DROP FUNCTION broken CASCADE`)
    await reconcilePayments()
    expect(await payment(intent)).toMatchObject({ outcome: 'refunded' })
    expect((await shop.payments.ledger()).refunds).toHaveLength(1)
  })

  test('made in the dashboard that had failed before it was read: the order stands, the owner is shown the money', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent, 'pm_card_refundFail')
    await shop.payments.release()
    await dashboard(intent)
    await theBank()
    await shop.payments.release()
    expect(await payment(intent)).toMatchObject({
      outcome: 'needs_attention',
      reason: 'refund_failed',
    })
    expect(await shop.rows(`SELECT status FROM video_editing_orders`)).toEqual([{ status: 'paid' }])
    expect(await toldCustomers()).toEqual(['received'])
  })

  test('of money paid at the desk is noted as given back there', async () => {
    const id = await hold()
    await shop.rows(
      `INSERT INTO payments (booking_id, sale_id, purpose, idempotency_key, amount, status, outcome, reason, succeeded_at)
       VALUES ($1, (SELECT id FROM sales WHERE booking_id = $1), 'booking', 'desk', 107.17, 'succeeded', 'needs_attention', 'offline_refund', now())`,
      [id],
    )
    expect(await attentionCount()).toBe(1)
    await refundPayment({ id: 1, actor: 'owner' })
    expect(await shop.rows(`SELECT outcome, refunded_amount::text AS back FROM payments`)).toEqual([
      { outcome: 'refunded', back: '107.17' },
    ])
    expect(await attentionCount()).toBe(0)
  })

  test('that failed can be asked for again with the same click, and says what Stripe said', async () => {
    const { intent, id } = await strangeMoney()
    await shop.payments.faults({ match: 'POST /v1/refunds', status: 400, times: 1 })
    await refusal(refundPayment({ id, actor: 'owner' }))
    const [first] = (await attentionPayments()).open
    expect(first).toMatchObject({ reason: 'refund_failed', refusal: expect.any(String) })
    expect(first?.refusal).not.toBe('')
    await refundPayment({ id, actor: 'owner' })
    expect(await payment(intent)).toMatchObject({ outcome: 'refunded', reason: 'unmatched' })
  })

  test('whose answer is lost is asked for once more with the same key, whatever was noted since', async () => {
    const { id } = await strangeMoney()
    await shop.payments.faults({
      match: 'POST /v1/refunds',
      status: 'reset',
      after: true,
      times: 9,
    })
    await refundPayment({ id, actor: 'owner' })
    const key = async () => (await shop.rows(`SELECT refund_key FROM payments`))[0]?.refund_key
    const before = await key()
    await shop.rows(`UPDATE payments SET reason = 'owner_refund'`)
    await shop.payments.faults()
    expect(before).toEqual(expect.any(String))
    await reconcilePayments()
    expect((await shop.payments.ledger()).refunds).toHaveLength(1)
    expect((await shop.rows(`SELECT outcome FROM payments`))[0]).toEqual({ outcome: 'refunded' })
  })

  test('of paid, unsettled and disputed money that the owner cancels is shown, not an error', async () => {
    const { intent, booking } = await checkout()
    await shop.payments.pay(intent, 'pm_card_createDispute')
    await cancelBooking({ id: booking, refund: 'full', ...owner })
    await letActsStand()
    await shop.payments.release()
    expect(await statuses()).toEqual(['cancelled'])
    expect(await payment(intent)).toMatchObject({
      outcome: 'needs_attention',
      reason: 'refund_failed',
    })
  })

  test('of less than was due is whole when all that came is back', async () => {
    const { intent } = await checkout()
    await stripe().paymentIntents.update(intent, { amount: 50_00 })
    await shop.payments.pay(intent)
    await shop.payments.release()
    await refundPayment({ id: 1, actor: 'owner' })
    expect(await payment(intent)).toMatchObject({ outcome: 'refunded', refunded: '50.00' })
  })

  test('of a part lowers what a member has spent', async () => {
    await join()
    const { intent } = await paidSession(shop, {})
    await completeFinished(inDays(200))
    await dashboard(intent, 20_00)
    await shop.payments.release()
    expect(await shop.rows(`SELECT total_spent::text AS spent FROM memberships`)).toEqual([
      { spent: '87.17' },
    ])
  })
})

describe('unmatched money', () => {
  test('of two payments linked to one booking at once one is accepted', async () => {
    const booking = await hold()
    await shop.rows(
      `UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL, holder_hash = NULL`,
    )
    await shop.rows(
      `INSERT INTO audit_log (actor, action, entity, entity_id) VALUES ('owner', 'status', 'booking', $1)`,
      [booking],
    )
    const [one, two] = [await strangeMoney(), await strangeMoney()]
    const link = ({ id }: { id: number }) =>
      linkPayment({ id, bookingId: booking, orderId: null, note: 'x', ...owner })
    const results = await Promise.allSettled([link(one), link(two)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('linked to an unpaid order it pays for it, and the customer is mailed', async () => {
    const { order } = await orderCheckout()
    const { id } = await strangeMoney()
    await linkPayment({ id, bookingId: null, orderId: order, note: 'x', ...owner })
    expect(await shop.rows(`SELECT status FROM video_editing_orders`)).toEqual([{ status: 'paid' }])
    expect(await toldCustomers()).toEqual(['received'])
  })

  test('linked to a completed booking earns its session', async () => {
    await join()
    const booking = await hold()
    await shop.rows(
      `UPDATE bookings SET status = 'completed', completed_at = now(), hold_expires_at = NULL, holder_hash = NULL`,
    )
    await shop.rows(
      `INSERT INTO audit_log (actor, action, entity, entity_id) VALUES ('owner', 'status', 'booking', $1)`,
      [booking],
    )
    const { id } = await strangeMoney()
    await linkPayment({ id, bookingId: booking, orderId: null, note: 'x', ...owner })
    expect(await shop.rows(`SELECT booking_id AS booking FROM membership_sessions`)).toEqual([
      { booking },
    ])
  })
})
