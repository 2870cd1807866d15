import type Stripe from 'stripe'
import {
  cameIn,
  byMethod,
  byMonth,
  byService,
  occupancy,
  owedToUs,
} from '@/lib/admin/money/queries'
import {
  linesByPayout,
  newestPayouts,
  nextPayout,
  payoutById,
  payoutsOfMonth,
} from '@/lib/admin/money/payouts/queries'
import { sumPayments } from '@/lib/admin/bookings/totals'
import { db } from '@/lib/db'
import { sweepPayments } from '@/lib/jobs/jobs'
import { senOf } from '@/lib/money'
import { readPayout } from '@/lib/payments/payouts'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { MONEY_COLUMNS, moneyOf, refundableOf, type PaymentMoney } from '@/lib/sales/money'
import { studioDate } from '@/lib/time'
import { checkout, openShop, orderCheckout } from '@/tests/support/shop'
import { soldLater } from '@/tests/support/sold-later'

const shop = openShop()

const payOut = () => shop.payments.control<Stripe.Payout>('payout', {})
const refund = (intent: string, amount?: number) =>
  shop.payments.control<Stripe.Refund>('refund', {
    payment_intent: intent,
    ...(amount && { amount }),
  })
const dispute = (intent: string, outcome?: 'won' | 'lost') =>
  shop.payments.control('dispute', { payment_intent: intent, ...(outcome && { outcome }) })

let orders = 0
async function paidOrder(card?: string): Promise<string> {
  const { intent } = await orderCheckout({ who: `person${++orders}` })
  await shop.payments.pay(intent, card)
  return intent
}
async function paidAtBank(): Promise<string> {
  const { intent } = await orderCheckout({ who: `person${++orders}` })
  await shop.payments.leaveFor('fpx', intent)
  await shop.payments.answer(intent, 'succeed')
  return intent
}

const read = (intents: readonly string[]) =>
  Promise.all(intents.map((intent) => syncPayment(settlements, intent)))

/** Every reason of a payout with its sum. */
async function reasonsOf(id: string): Promise<Record<string, number>> {
  const payout = await payoutById(id)
  const sums: Record<string, number> = {}
  for (const { reason, amountSen } of payout?.differences ?? [])
    sums[reason] = (sums[reason] ?? 0) + amountSen
  return sums
}

const allMoney = () => db().payment.findMany({ select: MONEY_COLUMNS })

async function tallied(): Promise<{ came: number; left: number }> {
  const [row] = await shop.rows(
    `SELECT coalesce(sum(came), 0)::text AS came, coalesce(sum(came - gone), 0)::text AS left FROM payments_by_day`,
  )
  return { came: senOf(String(row?.came)), left: senOf(String(row?.left)) }
}

const bySum = (payments: readonly PaymentMoney[]) => ({
  came: payments
    .filter(({ outcome }) => outcome !== null)
    .reduce((sum, { receivedAmount, amount }) => sum + senOf(receivedAmount ?? amount), 0),
  left: payments.reduce((sum, payment) => sum + refundableOf(moneyOf([payment])), 0),
})

test('300 payments in 12 payouts: each sen that differs from our own rows has its line', async () => {
  await shop.payments.control('webhooks', { mode: 'drop' })
  const made: { payout: string; intents: string[] }[] = []
  // Refunded by a bank that sends the money back after the payout of that day.
  let returning: Stripe.Refund | null = null
  let disputed = ''
  for (let day = 0; day < 12; day++) {
    const intents: string[] = []
    for (let five = 0; five < 5; five++)
      intents.push(...(await Promise.all([1, 2, 3, 4].map(() => paidOrder()))), await paidAtBank())
    await read(intents)
    const [first = '', second = '', third = '', fourth = ''] = intents
    if (returning)
      await shop.payments.control('finish_refund', { refund: returning.id, outcome: 'failed' })
    const returned = returning && String(returning.payment_intent)
    returning = null
    const earlier = disputed
    await refund(first, 1_234)
    await refund(second)
    if (day % 3 === 0) {
      if (disputed) await dispute(disputed, 'won')
      await dispute(third)
      disputed = third
    }
    if (day % 4 === 1) {
      await dispute(fourth)
      await dispute(fourth, 'lost')
    }
    if (day % 4 === 2) returning = await refund(intents[4] ?? '')
    if (day === 5)
      await shop.payments.control('adjust', {
        type: 'stripe_fee',
        amount: -777,
        description: 'Radar',
      })
    if (day === 7) await shop.payments.control('adjust', { amount: 50, description: 'Correction' })
    await read([
      ...(returned ? [returned] : []),
      ...(earlier ? [earlier] : []),
      ...intents.slice(0, 5),
    ])
    const payout = await payOut()
    if (day === 8) await shop.payments.control('payout', { payout: payout.id, outcome: 'failed' })
    await readPayout(payout.id)
    made.push({ payout: payout.id, intents })
  }
  const rows = await shop.rows(`SELECT count(*)::int AS n FROM payments WHERE status = 'succeeded'`)
  expect(rows).toEqual([{ n: 300 }])
  const { rows: shown } = await newestPayouts(20)
  expect(shown.map(({ id }) => id)).toEqual(made.map(({ payout }) => payout).reverse())

  let ours = 0
  for (const [day, { payout: id, intents }] of made.entries()) {
    const payout = await payoutById(id)
    if (!payout) throw new Error(`No payout ${id}`)
    const explained = payout.differences.reduce((sum, { amountSen }) => sum + amountSen, 0)
    expect([day, payout.oursSen + explained]).toEqual([day, payout.amountSen])
    const charges = payout.lines.filter(({ category }) => category === 'charge')
    expect(charges.map(({ intentId }) => intentId).sort()).toEqual([...intents].sort())
    const { fees = 0, ...reasons } = await reasonsOf(id)
    expect([day, fees]).toEqual([
      day,
      -charges.reduce(
        (sum, { amountSen, method }) =>
          sum + (method === 'fpx' ? 150 : Math.round(amountSen * 0.03) + 100),
        0,
      ),
    ])
    const price = charges[0]?.amountSen ?? 0
    expect([day, reasons]).toEqual([
      day,
      {
        ...((day % 3 === 0 || day % 4 === 1) && {
          dispute: -price * ((day % 3 === 0 ? 1 : 0) + (day % 4 === 1 ? 1 : 0)),
          dispute_fee: -6_000 * ((day % 3 === 0 ? 1 : 0) + (day % 4 === 1 ? 1 : 0)),
        }),
        ...(day > 0 && day % 3 === 0 && { dispute_won: price }),
        ...(day % 4 === 2 && day < 11 && { refund_failed: -price }),
        ...(day % 4 === 3 && { refund_returned: price }),
        ...(day === 5 && { stripe_fee: -777 }),
        ...(day === 7 && { adjustment: 50 }),
        ...(day === 9 && {
          payout_returned: made[8] && (await payoutById(made[8].payout))?.amountSen,
        }),
      },
    ])
    ours += payout.oursSen
  }
  // Our own rows, added up in another way.
  const payments = await allMoney()
  const { backSen } = moneyOf(payments)
  expect(ours).toBe(bySum(payments).came - backSen)
  expect(await tallied()).toEqual(bySum(payments))
  await sumPayments()
  expect(await shop.rows('SELECT 1 FROM payment_tally')).toEqual([])
  expect(await tallied()).toEqual(bySum(payments))

  const now = new Date()
  const { today, month } = await cameIn(now)
  expect({ came: today.cameSen, left: today.cameSen - today.goneSen }).toEqual(bySum(payments))
  expect(month).toEqual(today)
  const key = studioDate(now).slice(0, 7)
  expect((await byMethod(key)).map(({ method }) => method)).toEqual(['card', 'fpx'])
  expect(await byService(key, 'en')).toMatchObject([{ sold: 'edit', name: null, ...today }])
  const months = await byMonth(Number(key.slice(0, 4)))
  expect(months[Number(key.slice(5)) - 1]).toMatchObject({
    sen: bySum(payments).left,
    beforeSen: 0,
  })
}, 600_000)

test('a payout comes by webhook with its lines, and again by the sweep when that was lost', async () => {
  const { intent } = await shop.sold()
  const payout = await payOut()
  await shop.payments.release()
  expect(await payoutById(payout.id)).toMatchObject({
    ...{ status: 'in_transit', itemised: true, oursSen: 10_717 },
    lines: [{ category: 'charge', intentId: intent, amountSen: 10_717, name: 'Aina Rahman' }],
  })
  expect(await nextPayout(new Date())).toMatchObject({
    payout: { id: payout.id, amountSen: 10_717 - 422 },
    availableAt: null,
  })
  await shop.payments.control('webhooks', { mode: 'drop' })
  await shop.payments.control('payout', { payout: payout.id, outcome: 'failed' })
  await sweepPayments()
  expect(await payoutById(payout.id)).toMatchObject({
    ...{ status: 'failed', failure: 'The bank account has been closed.' },
  })
  const again = await payOut()
  await sweepPayments()
  await sweepPayments()
  expect(await reasonsOf(again.id)).toEqual({ payout_returned: 10_717 - 422 })
  expect(await payoutById(again.id)).toMatchObject({ oursSen: 0, lines: [{}] })
})

test('lines of money that is not paid out yet are read once, with when it becomes available', async () => {
  await shop.sold()
  await sweepPayments()
  await sweepPayments()
  const [line, ...others] = await shop.rows(
    `SELECT payout_id, category, net::text FROM stripe_balance_lines`,
  )
  expect([line, others]).toEqual([{ payout_id: null, category: 'charge', net: '102.95' }, []])
  const { payout, availableAt, amountSen } = await nextPayout(new Date())
  expect([payout, amountSen]).toEqual([null, 10_295])
  expect(Number(availableAt) - Date.now()).toBeGreaterThan(6 * 86_400_000)
})

test('what is paid out in another currency is none of our ringgit', async () => {
  await shop.sold()
  const payout = await payOut()
  await shop.payments.release()
  await shop.rows(`UPDATE stripe_payouts SET currency = 'usd'`)
  await shop.rows(`UPDATE stripe_balance_lines SET currency = 'usd'`)
  expect(await payoutById(payout.id)).toMatchObject({ oursSen: 0, currency: 'usd' })
  expect(await reasonsOf(payout.id)).toEqual({ fees: -422, currency: 10_717 })
  await shop.rows(`UPDATE stripe_balance_lines SET payout_id = NULL, type = 'charge',
    available_at = now() + interval '7 days'`)
  expect(await nextPayout(new Date())).toMatchObject({ availableAt: null, amountSen: 0 })
})

test('the file of a month has the lines of all its payouts', async () => {
  await shop.rows(`INSERT INTO stripe_payouts (id, amount, currency, status, itemised, arrives_at, created_at)
    SELECT 'po_' || n, 2600, 'myr', 'paid', true, '2026-12-02', '2026-12-01' FROM generate_series(1, 2) AS n`)
  await shop.rows(`INSERT INTO stripe_balance_lines (id, payout_id, type, category, amount, fee, net, currency,
      available_at, created_at)
    SELECT 'txn_' || n, 'po_' || 1 + n % 2, 'charge', 'charge', 1, 0, 1, 'myr', '2026-12-01', '2026-12-01'
    FROM generate_series(1, 5200) AS n`)
  const payouts = await linesByPayout(await payoutsOfMonth('2026-12'))
  expect(payouts.map(({ lines }) => lines.length)).toEqual([2_600, 2_600])
})

test('a payout whose reading stopped half-way goes on where it stopped', async () => {
  await shop.sold()
  const payout = await payOut()
  await shop.payments.faults({ match: 'GET /v1/balance_transactions', status: 500 })
  expect(await shop.payments.release()).toContain(503)
  expect(await payoutById(payout.id)).toMatchObject({
    lines: [],
    differences: [{ reason: 'unlisted', amountSen: 10_295 }],
  })
  await shop.payments.faults()
  await sweepPayments()
  expect((await payoutById(payout.id))?.lines).toHaveLength(1)
})

test('what a payment is in the sums of a day is what moneyOf says of it', async () => {
  const grid: PaymentMoney[] = []
  for (const outcome of ['confirmed', 'refund_due', 'refunded', 'needs_attention', null])
    for (const reason of ['offline_refund', 'refund_failed', null])
      for (const [disputeStatus, disputedAmount, lostAmount] of [
        ['chargeback', '30.00', '0.00'],
        ['chargeback', '30.00', '40.00'],
        ['lost', '0.00', '40.00'],
        ['lost', '0.00', '107.17'],
        [null, '0.00', '0.00'],
      ] as const)
        for (const handledAt of [new Date(), null])
          for (const currency of ['myr', 'MYR', 'sgd'])
            for (const [refundedAmount, partDue] of [
              ['0.00', '0.00'],
              ['20.00', '0.00'],
              ['20.00', '90.00'],
              ['107.17', '5.00'],
            ] as const)
              grid.push({
                ...{ outcome, reason, disputeStatus, disputedAmount, lostAmount, handledAt },
                ...{ currency, refundedAmount, partDue },
                ...{ stripePaymentIntentId: 'pi_1', status: 'succeeded', amount: '100.00' },
                ...{ receivedAmount: '107.17', returnedAmount: '0.00', offPrice: '0.00' },
                ...{ partFailed: '0.00', refundStatus: null, handledAs: null, method: 'card' },
              })
  const found = await shop.rows(
    `SELECT g.n, coalesce((s.came - s.gone)::text, '0') AS left
     FROM jsonb_to_recordset($1) AS g (n int, outcome text, reason text, handled timestamptz, currency text,
       refunded numeric, lost numeric, part_due numeric)
     LEFT JOIN LATERAL payment_share(NULL, NULL, 'card', g.currency, g.outcome, g.reason, g.handled,
       107.17, g.refunded, g.lost, g.part_due, now()) s ON true ORDER BY g.n`,
    [
      JSON.stringify(
        grid.map((payment, n) => ({
          ...{ n, outcome: payment.outcome, reason: payment.reason, currency: payment.currency },
          ...{ lost: payment.lostAmount, handled: payment.handledAt },
          ...{ refunded: payment.refundedAmount, part_due: payment.partDue },
        })),
      ),
    ],
  )
  expect(found.map(({ left }) => senOf(String(left)))).toEqual(
    grid.map((payment) => refundableOf(moneyOf([payment]))),
  )
})

test('the sums of days follow deleted payments', async () => {
  await shop.sold()
  const { booking } = await checkout({ who: 'ben', time: '12:00' })
  expect(await tallied()).toEqual({ came: 10_717, left: 10_717 })
  await shop.rows(`UPDATE payments SET checked_at = now()`)
  expect(await shop.rows(`SELECT sold, method FROM payments_by_day`)).toEqual([
    { sold: 'session', method: 'card' },
  ])
  await shop.rows(`DELETE FROM payments WHERE booking_id = $1`, [booking])
  expect(await tallied()).toEqual({ came: 10_717, left: 10_717 })
})

test('real life: who still owes is listed behind any number of those who have paid since', async () => {
  await soldLater(shop, { times: 1, owes: true, before: '2020-12-31' })
  await soldLater(shop, { times: 600, owes: false })
  expect(await owedToUs()).toMatchObject([{ id: 1, owedSen: 107_17 }])
  await shop.rows(`DELETE FROM payments`) // They have no receipts.
})

test('what is owed is what bookings are still asked for, and occupancy counts whole hours', async () => {
  expect(await owedToUs()).toEqual([])
  const { booking } = await shop.sold()
  await shop.rows(
    `UPDATE bookings SET status = 'pending', hold_expires_at = NULL, confirmed_at = NULL WHERE id = $1`,
    [booking],
  )
  expect(await owedToUs()).toEqual([])
  await shop.rows(`UPDATE bookings SET status = 'confirmed', confirmed_at = now() WHERE id = $1`, [
    booking,
  ])
  const [slot] = await shop.rows(`SELECT starts_at FROM slot_reservations`)
  const after = new Date(new Date(String(slot?.starts_at)).getTime() + 8 * 86_400_000)
  const { booked, hours, possible, from, to } = await occupancy(after)
  expect(possible).toBe(12)
  expect(from < to).toBe(true)
  expect(booked.flat().reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(booked.every((day) => day.length === hours.length)).toBe(true)
})
