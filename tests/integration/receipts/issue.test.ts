// Receipts and notes: one for each kept payment and each paid-out refund, with numbers without gaps
// under concurrency.
import { setTimeout as sleep } from 'node:timers/promises'
import { refundPayment } from '@/lib/admin/attention/handle'
import { attentionCount, attentionPayments } from '@/lib/admin/attention/queries'
import { lengthOf } from '@/lib/availability/rules'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { soldSession } from '@/lib/bookings/session-sale'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { transaction } from '@/lib/db'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { issueMissingDocuments } from '@/lib/payments/documents'
import { syncPayment } from '@/lib/payments/sync'
import { issueReceipt } from '@/lib/receipts/issue'
import { settlements } from '@/lib/settlements'
import { letActsStand } from '@/tests/support/acts'
import { assertBooksBalance } from '@/tests/support/books'
import {
  checkout,
  hold,
  NO_COMPANY,
  openShop,
  orderCheckout,
  refusal,
  workingDay,
} from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const documents = () =>
  shop.rows(`SELECT kind, number, locale, method, reference, subtotal::text, tax_amount::text AS tax, total_amount::text AS total,
    lines -> 0 ->> 'english' AS first, jsonb_array_length(lines) AS lines FROM receipts ORDER BY id`)
const notes = async () =>
  (await documents())
    .filter(({ kind }) => kind !== 'receipt')
    .map(({ kind, number, subtotal, tax, total }) => ({ kind, number, subtotal, tax, total }))
const atRest = async () =>
  assertBooksBalance(shop.database.sql, await shop.payments.ledger(), { settled: true })

const BY_HAND = {
  serviceId: 1,
  roomId: null,
  firstName: 'Mei',
  lastName: null,
  email: 'mei@example.com',
  phone: null,
  date: workingDay(),
  time: '12:00',
  duration: 'hourly',
  hours: 1,
  requirements: null,
  addOns: [] as number[],
  paid: { method: 'transfer', note: null },
  locale: 'zh',
  totalAmount: null,
  ...NO_COMPANY,
} as const

async function paid(about: Parameters<typeof checkout>[0] = {}) {
  const made = await checkout(about)
  await shop.payments.pay(made.intent)
  await shop.payments.release()
  return made
}
const refund = (intent: string, amount?: number) =>
  shop.payments.control('refund', { payment_intent: intent, amount })

test('a booking with an add-on: its lines, tax and total, in its language', async () => {
  const { intent } = await paid({ serviceId: 2, addOns: [3], hours: 2, locale: 'ms' })
  expect(await documents()).toEqual([
    {
      kind: 'receipt',
      number: 1,
      locale: 'ms',
      method: 'card',
      reference: intent,
      subtotal: '656.00',
      tax: '54.12',
      total: '710.12',
      first: expect.stringMatching(/^Video Premium, Hourly \(2 hours\), \w+, /),
      lines: 2,
    },
  ])
})

/** An hour of video, made a half day; the intent of the upgrade's payment. */
async function paidUpgrade(): Promise<string> {
  const { booking } = await paid({ serviceId: 2, time: '10:00' })
  const { clientSecret } = await upgradeSecret({
    bookingId: booking,
    length: lengthOf({ duration: 'half-day' }),
    addOns: [] as number[],
    amountSen: 987_24 - 268_46,
    now: new Date(),
  })
  const intent = clientSecret.split('_secret_')[0] ?? ''
  await shop.payments.pay(intent)
  await shop.payments.release()
  return intent
}

test('an upgrade has a receipt of its own over the difference', async () => {
  await paidUpgrade()
  expect(await documents()).toMatchObject([
    { number: 1, subtotal: '248.00', tax: '20.46', total: '268.46' },
    { number: 2, subtotal: '664.00', tax: '54.78', total: '718.78' },
  ])
})

// Seen in booking systems that calculate a receipt again from what the bank says was received.
test('real life: the receipt of an upgrade of which less came than its price before tax', async () => {
  const intent = await paidUpgrade()
  const received = (amount: string) =>
    shop.rows(`UPDATE payments SET received_amount = $1 WHERE stripe_payment_intent_id = $2`, [
      amount,
      intent,
    ])
  // A sen below RM664.00, the difference before tax.
  await received('663.99')
  const { price } = await transaction(async (tx) =>
    soldSession(
      tx,
      await tx.payment.findFirstOrThrow({ where: { stripePaymentIntentId: intent } }),
    ),
  )
  await received('718.78')
  // 663.99 / 1.0825 = 613.385…
  expect(price).toEqual({ subtotalSen: 613_39, taxSen: 50_60, totalSen: 663_99 })
})

test('an order’s receipt has the edit, the discount, and rush', async () => {
  const { intent } = await orderCheckout({
    rushService: true,
    customerEmail: 'proven@example.com',
    provenEmail: 'proven@example.com',
  })
  await shop.payments.pay(intent)
  await shop.payments.release()
  const [row] = await documents()
  expect(row).toMatchObject({ number: 1, lines: 3, first: expect.stringMatching(/^Video editing/) })
})

test('a booking paid at the studio has one too', async () => {
  await createAdminBooking(BY_HAND, { actor: 'owner', now: new Date() })
  expect(await documents()).toMatchObject([
    { number: 1, method: 'transfer', reference: null, total: '107.17', locale: 'zh' },
  ])
})

test('money that paid for nothing has no document', async () => {
  const late = await shop.lapsed()
  await hold({ who: 'next' })
  await shop.payments.pay(late.intent)
  await shop.payments.release()
  expect(await shop.rows(`SELECT outcome FROM payments WHERE outcome IS NOT NULL`)).toEqual([
    { outcome: 'refunded' },
  ])
  expect(await documents()).toEqual([])
})

test('partial refunds have a credit note each, which add up to the receipt to the sen', async () => {
  const { intent } = await paid()
  for (const amount of [3_333, 3_333, undefined]) {
    await refund(intent, amount)
    await shop.payments.release()
  }
  const all = await notes()
  expect(all).toEqual([
    { kind: 'credit_note', number: 1, subtotal: '30.79', tax: '2.54', total: '33.33' },
    { kind: 'credit_note', number: 2, subtotal: '30.79', tax: '2.54', total: '33.33' },
    { kind: 'credit_note', number: 3, subtotal: '37.42', tax: '3.09', total: '40.51' },
  ])
  const sum = (name: 'subtotal' | 'tax') =>
    all.reduce((total, note) => total + Math.round(Number(note[name]) * 100), 0)
  expect([sum('subtotal'), sum('tax')]).toEqual([9_900, 817])
  // One mail brings all that no mail has brought before.
  const [mail] = await tellAll()
  expect(mail?.letter?.payload).toMatchObject({
    news: { backSen: 107_17, documents: [1, 2, 3, 4] },
  })
  await atRest()
})

test('a cancellation with refund has its credit note and one mail with it', async () => {
  const { booking } = await paid()
  await cancelBooking({ id: booking, refund: 'full', actor: 'owner', now: new Date() })
  await letActsStand()
  await shop.payments.release()
  expect(await notes()).toEqual([
    { kind: 'credit_note', number: 1, subtotal: '99.00', tax: '8.17', total: '107.17' },
  ])
  expect(await toldCustomers()).toEqual(['cancelled'])
})

test('a debit note reverses a refund that failed after it was paid out', async () => {
  const made = await checkout()
  await shop.payments.pay(made.intent, 'pm_card_refundFail')
  await shop.payments.release()
  await refund(made.intent)
  await syncPayment(settlements, made.intent)
  await shop.payments.letBanksAnswer()
  await shop.payments.release()
  await syncPayment(settlements, made.intent)
  const all = await notes()
  const credit = all.filter(({ kind }) => kind === 'credit_note')
  const debit = all.filter(({ kind }) => kind === 'debit_note')
  expect(debit.map(({ total }) => total)).toEqual(credit.map(({ total }) => total))
})

describe('numbers', () => {
  test('have neither gaps nor duplicates when twenty payments are settled at once', async () => {
    // Orders, because bookings of one room already wait for each other at the room's lock.
    const intents: string[] = []
    for (let at = 0; at < 20; at++) {
      const made = await orderCheckout({ who: `guest${at}` })
      await shop.payments.pay(made.intent)
      intents.push(made.intent)
    }
    await Promise.all(intents.map((intent) => syncPayment(settlements, intent)))
    const numbers = (await documents()).map(({ number }) => Number(number))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })

  test('a rolled back transaction releases its number, even while others wait', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    await checkout({ who: 'other', time: '11:00' })
    const [{ id: paymentId } = {}] = await shop.rows(
      `SELECT id FROM payments WHERE stripe_payment_intent_id <> $1`,
      [intent],
    )
    const issue = () =>
      transaction(async (tx) => {
        const sold = {
          locale: 'en' as const,
          soldAt: new Date(),
          buyer: { name: 'x', email: 'x', phone: null, billing: null },
          items: [{ words: () => 'x', amountSen: 100 }],
          price: { subtotalSen: 100, taxSen: 0, totalSen: 100 },
          tax: { basisPoints: 0, label: 'Tax' },
        }
        const paid = { paymentId: Number(paymentId), at: new Date(), method: null, reference: null }
        await issueReceipt(tx, paid, sold)
        await sleep(20)
        throw new Error('rolled back')
      })
    const lost = Array.from({ length: 8 }, () => refusal(issue()))
    await Promise.all([...lost, syncPayment(settlements, intent)])
    expect((await documents()).map(({ number }) => number)).toEqual([1])
  })
})

describe('a document that cannot be issued holds no money up', () => {
  const refuse = () =>
    shop.rows(`ALTER TABLE receipts ADD CONSTRAINT broken CHECK (number = 0) NOT VALID`)
  const mend = () => shop.rows(`ALTER TABLE receipts DROP CONSTRAINT broken`)
  const missing = async () => (await attentionPayments()).no_document.map(({ id }) => id)
  const fiveMinutes = () =>
    shop.rows(`UPDATE payments SET checked_at = checked_at - interval '6 minutes'`)
  afterEach(() => shop.rows(`ALTER TABLE receipts DROP CONSTRAINT IF EXISTS broken`))

  test('a receipt: the booking is confirmed, the admin sees it, the job issues it', async () => {
    await refuse()
    const { booking } = await paid()
    expect(await shop.rows(`SELECT id, status FROM bookings`)).toEqual([
      { id: booking, status: 'confirmed' },
    ])
    expect(await toldCustomers()).toEqual(['confirmed'])
    expect([await documents(), await missing(), await attentionCount()]).toEqual([[], [1], 1])
    await issueMissingDocuments(settlements)
    expect(await missing()).toEqual([1])
    await mend()
    await issueMissingDocuments(settlements)
    expect((await documents()).map(({ number }) => number)).toEqual([1])
    expect([await missing(), await attentionCount()]).toEqual([[], 0])
    await atRest()
  })

  test('the same holds when what was sold cannot be said', async () => {
    await hold()
    const { intent } = await checkout({ who: 'other', time: '11:00' })
    await shop.payments.pay(intent)
    const sold = jest
      .spyOn(settlements.booking, 'sold')
      .mockRejectedValue(new Error('no words for it'))
    await syncPayment(settlements, intent)
    expect(await shop.rows(`SELECT status FROM bookings ORDER BY id DESC LIMIT 1`)).toEqual([
      { status: 'confirmed' },
    ])
    sold.mockRestore()
    await fiveMinutes()
    await reconcilePayments()
    expect([await missing(), (await documents()).length]).toEqual([[], 1])
  })

  test('a credit note: the refund counts, and the reconciler issues it later', async () => {
    const { intent } = await paid()
    await refuse()
    await refund(intent)
    await shop.payments.release()
    expect(await shop.rows(`SELECT outcome FROM payments`)).toEqual([{ outcome: 'refunded' }])
    expect([await notes(), (await attentionPayments()).paid_back.length]).toEqual([[], 1])
    await shop.rows(`UPDATE payments SET handled_at = now(), note = 'x'`)
    await mend()
    await reconcilePayments()
    expect(await notes()).toEqual([])
    await fiveMinutes()
    await reconcilePayments()
    expect(await notes()).toMatchObject([{ number: 1, total: '107.17' }])
    const [, , documents] = await shop.rows(`SELECT id FROM receipts ORDER BY id`)
    expect(documents).toBeUndefined()
  })

  test('a credit note of money given back at the studio: the job issues it', async () => {
    const about = { actor: 'owner', now: new Date() }
    const { id } = await createAdminBooking(BY_HAND, about)
    await cancelBooking({ id, refund: 'full', ...about })
    await refuse()
    await refundPayment({ id: 1, actor: 'owner' })
    expect([await notes(), await missing()]).toEqual([[], [1]])
    await letActsStand()
    await mend()
    await issueMissingDocuments(settlements)
    expect(await notes()).toMatchObject([{ number: 1, total: '107.17' }])
    expect(await missing()).toEqual([])
  })
})

test('payments from before get theirs once, in the order of their money, dated when issued', async () => {
  await paid({ who: 'first' })
  await paid({ who: 'second', time: '11:00' })
  await shop.rows(`DELETE FROM receipts`)
  await shop.rows(`DELETE FROM receipt_counters`)
  await shop.rows(
    `UPDATE payments SET succeeded_at = succeeded_at - interval '40 days' WHERE booking_id = 2`,
  )
  await Promise.all([issueMissingDocuments(settlements), issueMissingDocuments(settlements)])
  await issueMissingDocuments(settlements)
  expect(
    await shop.rows(`SELECT r.number, p.booking_id AS booking, r.issued_at > now() - interval '1 minute' AS dated
      FROM receipts r JOIN payments p ON p.id = r.payment_id ORDER BY number`),
  ).toEqual([
    { number: 1, booking: 2, dated: true },
    { number: 2, booking: 1, dated: true },
  ])
})
