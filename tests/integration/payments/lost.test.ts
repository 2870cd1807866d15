import { sweepPayments, reconcilePayments, runDueJobs } from '@/lib/jobs/jobs'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { attentionCount, attentionPayments } from '@/lib/admin/attention/queries'
import { stripe } from '@/lib/payments/client'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { checkout, hold, openShop, refusal, visitor } from '@/tests/support/shop'

// Webhooks that never come, answers that never came, keys that are refused.

const shop = openShop()
const outcomes = () =>
  shop.rows(
    `SELECT status, outcome, reason, refunded_amount::text AS refunded, dispute_status AS dispute FROM payments ORDER BY id`,
  )
const intentStatus = async (id: string) =>
  (await shop.payments.ledger()).payment_intents.find((intent) => intent.id === id)?.status
const intents = async () => (await shop.payments.ledger()).payment_intents
const ask = (bookingId: number) =>
  clientSecretFor({ bookingId, visitorHash: visitor(), amountSen: 107_17 }).then(
    ({ clientSecret }) => clientSecret,
  )
const idOf = (secret: string) => secret.split('_secret_')[0] ?? ''

async function paid(card?: string) {
  const made = await checkout()
  await shop.payments.pay(made.intent, card)
  await syncPayment(settlements, made.intent)
  return made.intent
}

describe('every webhook lost', () => {
  beforeEach(async () => {
    await shop.payments.control('webhooks', { mode: 'drop' })
    await sweepPayments()
  })

  test('a refund and a dispute made elsewhere are found, and a refund that fails later', async () => {
    const intent = await paid('pm_card_refundFail')
    await shop.payments.control('refund', { payment_intent: intent })
    await sweepPayments()
    expect(await outcomes()).toMatchObject([{ outcome: 'refunded', refunded: '107.17' }])
    await shop.payments.letBanksAnswer()
    await sweepPayments()
    expect(await outcomes()).toMatchObject([
      { outcome: 'needs_attention', reason: 'refund_failed' },
    ])
  })

  test('a dispute is found, and what became of it', async () => {
    const intent = await paid()
    await shop.payments.control('dispute', { payment_intent: intent })
    await sweepPayments()
    expect(await outcomes()).toMatchObject([{ outcome: 'confirmed', dispute: 'chargeback' }])
    await shop.payments.control('dispute', { payment_intent: intent, outcome: 'won' })
    await sweepPayments()
    expect(await outcomes()).toMatchObject([{ dispute: 'over' }])
  })

  test('a payment without a row of ours is found, by its events or in Stripe’s list', async () => {
    for (const [amount, forget] of [
      [50_00, ''],
      [60_00, `UPDATE stripe_sweeps SET swept_until = now() WHERE name = 'events'`],
    ] as const) {
      await stripe().paymentIntents.create({
        amount,
        currency: 'myr',
        allowed_payment_method_types: ['card'],
        confirm: true,
        payment_method: 'pm_card_visa',
      })
      if (forget) await shop.rows(forget)
      await sweepPayments()
    }
    expect(await outcomes()).toMatchObject([{ reason: 'unmatched' }, { reason: 'unmatched' }])
    expect(await attentionCount()).toBe(2)
  })

  test('a payment in the same second in which a sweep begins is found', async () => {
    // Stripe counts whole seconds, our books do not.
    const { created } = await stripe().paymentIntents.create({
      amount: 50_00,
      currency: 'myr',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await shop.rows(
      `UPDATE stripe_sweeps SET begins_at = to_timestamp($1 + 0.5), swept_until = to_timestamp($1 + 0.5)`,
      [created],
    )
    await sweepPayments()
    expect(await outcomes()).toMatchObject([{ reason: 'unmatched' }])
  })

  test('what a sweep has settled is remembered: the next one finds nothing', async () => {
    await paid()
    await sweepPayments()
    const events = await shop.rows(`SELECT id FROM stripe_events`)
    const versions = () => shop.rows(`SELECT sync_version FROM payments`)
    const before = await versions()
    await sweepPayments()
    expect([await shop.rows(`SELECT id FROM stripe_events`), await versions()]).toEqual([
      events,
      before,
    ])
    expect(events.length).toBeGreaterThan(0)
  })

  test('with Stripe away the cursors stay, and the other jobs run', async () => {
    const cursors = () => shop.rows(`SELECT name, swept_until FROM stripe_sweeps ORDER BY name`)
    const before = await cursors()
    const intent = await paid()
    await shop.payments.control('refund', { payment_intent: intent })
    await shop.payments.faults({ match: '*', status: 500 })
    expect(await refusal(sweepPayments())).toMatchObject({ code: 'unavailable' })
    expect(await runDueJobs()).toContain('deliver_mails')
    expect(await cursors()).toEqual(before)
    await shop.payments.faults()
    await sweepPayments()
    expect(await outcomes()).toMatchObject([{ outcome: 'refunded' }])
  })
})

describe('one intent for one payment', () => {
  test('of two creations under different keys the slower one is cancelled and never handed out', async () => {
    const id = await hold()
    let second = ''
    await shop.payments.whileStripeWaits(async () => {
      if (second !== '') return
      second = 'asked'
      await shop.rows(`UPDATE payments SET idempotency_key = 'another'`)
      second = await ask(id)
    })
    const first = await ask(id)
    expect(first).toBe(second)
    expect((await intents()).map(({ status }) => status).sort()).toEqual([
      'canceled',
      'requires_payment_method',
    ])
    expect(await intentStatus(idOf(first))).toBe('requires_payment_method')
  })

  /** One more intent for the payment of a booking, of which our books know nothing. */
  async function stray() {
    const made = await checkout()
    const [row] = await shop.rows(`SELECT reference FROM payments`)
    const { id } = await stripe().paymentIntents.create({
      amount: 107_17,
      currency: 'myr',
      allowed_payment_method_types: ['card'],
      metadata: { reference: String(row?.reference) },
    })
    return { ...made, stray: id }
  }

  test('another that turns up is closed by its webhook', async () => {
    const { stray: id, intent } = await stray()
    await shop.payments.release()
    expect([await intentStatus(id), await intentStatus(intent)]).toEqual([
      'canceled',
      'requires_payment_method',
    ])
  })

  test('the row’s own intent is left alone by a webhook that begins before the row has it', async () => {
    const { intent } = await checkout()
    const attach = (id: string | null) =>
      shop.rows(`UPDATE payments SET stripe_payment_intent_id = $1`, [id])
    await attach(null)
    const { paymentIntents } = stripe()
    const retrieve = paymentIntents.retrieve.bind(paymentIntents) as typeof paymentIntents.retrieve
    jest.spyOn(paymentIntents, 'retrieve').mockImplementationOnce(async (id: string) => {
      const read = await retrieve(id)
      await attach(id)
      return read
    })
    await syncPayment(settlements, intent)
    expect(await intentStatus(intent)).toBe('requires_payment_method')
  })

  test('another that turns up is closed by the sweep when the webhook is lost', async () => {
    await sweepPayments()
    const { stray: id } = await stray()
    await shop.rows(`UPDATE stripe_sweeps SET swept_until = now() WHERE name = 'events'`)
    await sweepPayments()
    expect(await intentStatus(id)).toBe('canceled')
  })

  test('both paid: the second is refunded as a duplicate', async () => {
    const { stray: id, intent } = await stray()
    await shop.payments.pay(intent)
    await shop.payments.pay(id)
    await shop.payments.release()
    expect(await outcomes()).toMatchObject([
      { outcome: 'confirmed' },
      { outcome: 'refunded', reason: 'duplicate' },
    ])
    expect(await shop.rows(`SELECT status FROM bookings`)).toEqual([{ status: 'confirmed' }])
  })

  test('the answer to the creation lost, yet paid: it is the payment’s', async () => {
    const { stray: id, intent } = await stray()
    await stripe().paymentIntents.cancel(intent)
    await shop.rows(`UPDATE payments SET stripe_payment_intent_id = NULL`)
    await shop.payments.pay(id)
    await shop.payments.release()
    expect(await outcomes()).toMatchObject([{ status: 'succeeded', outcome: 'confirmed' }])
  })
})

describe('a key that Stripe refuses, an intent that it does not know', () => {
  test('the key: 503 to the visitor, shown to the owner, forgotten once it is accepted', async () => {
    const id = await hold()
    await shop.payments.faults({ match: '*', status: 401 })
    expect(await refusal(ask(id))).toMatchObject({ code: 'unavailable', status: 503 })
    expect([await attentionCount(), (await attentionPayments()).keyRefusedSince]).toEqual([
      1,
      expect.any(String),
    ])
    await shop.payments.faults()
    await sweepPayments()
    expect([await attentionCount(), await ask(id)]).toEqual([
      0,
      expect.stringContaining('_secret_'),
    ])
  })

  test('the intent: closed, and a new one pays', async () => {
    const { booking, intent } = await checkout()
    await shop.rows(`UPDATE payments SET stripe_payment_intent_id = 'pi_gone'`)
    await shop.rows(`UPDATE bookings SET stripe_payment_intent_id = 'pi_gone'`)
    const secret = await ask(booking)
    expect(idOf(secret)).not.toBe(intent)
    expect((await outcomes()).map(({ status }) => status)).toEqual([
      'canceled',
      'requires_payment_method',
    ])
  })

  test('rows that fail go to the end of the queue, and after an hour to the owner', async () => {
    const stuck = await checkout({ who: 'stuck' })
    const free = await checkout({ who: 'free', time: '10:00' })
    await shop.payments.pay(free.intent)
    await shop.rows(
      `UPDATE payments SET created_at = now() - interval '2 minutes', checked_at = NULL`,
    )
    await shop.payments.faults({ match: `GET /v1/payment_intents/${stuck.intent}`, status: 500 })
    await reconcilePayments()
    expect((await outcomes()).map(({ outcome }) => outcome)).toEqual([null, 'confirmed'])
    const failing = () =>
      shop.rows(
        `SELECT checked_at IS NOT NULL AS checked, sync_failing_since IS NOT NULL AS failing FROM payments ORDER BY id`,
      )
    expect((await failing())[0]).toEqual({ checked: true, failing: true })
    expect(await attentionCount()).toBe(0)
    await shop.rows(
      `UPDATE payments SET sync_failing_since = now() - interval '61 minutes' WHERE sync_failing_since IS NOT NULL`,
    )
    expect((await attentionPayments()).unread).toMatchObject([{ id: 1 }])
    await shop.payments.faults()
    await shop.rows(`UPDATE payments SET checked_at = now() - interval '1 minute'`)
    await reconcilePayments()
    expect([(await failing())[0]?.failing, await attentionCount()]).toEqual([false, 0])
  })
})

test('a signed event about an object without an id is remembered, and there is nothing to do', async () => {
  await shop.payments.control('webhooks', { mode: 'hold' })
  const intent = await paid()
  await shop.payments.control('emit', {
    kind: 'payment_intent',
    id: intent,
    type: 'balance.available',
    patch: { id: null, object: 'balance' },
  })
  expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
  expect(
    await shop.rows(
      `SELECT count(*)::int AS n FROM stripe_events WHERE type = 'balance.available'`,
    ),
  ).toEqual([{ n: 1 }])
})
