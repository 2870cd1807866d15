// What the owner gave back is never asked for again, by whichever way it went and whatever was sold to
// be paid later.
import fc from 'fast-check'
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { recordGivenBack } from '@/lib/admin/attention/give-back'
import { linkPayment, refundPart, refundPayment } from '@/lib/admin/attention/handle'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { extendBooking, extensionOf } from '@/lib/bookings/extend'
import { managedBooking } from '@/lib/bookings/manage'
import { adminBookingBody } from '@/lib/bookings/schema'
import { askedSen, owedSen } from '@/lib/bookings/status'
import { db } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { stripe } from '@/lib/payments/client'
import { recordPayment } from '@/lib/payments/record'
import { syncPayment } from '@/lib/payments/sync'
import { refundablePartOf } from '@/lib/sales/money'
import { settlements } from '@/lib/settlements'
import { studioDate } from '@/lib/time'
import { expectAskedAsByRule } from '@/tests/support/asked'
import { assertBooksBalance } from '@/tests/support/books'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

const shop = openShop()
afterEach(expectAskedAsByRule)
const owner = () => ({ actor: 'owner', now: new Date() })

const sell = async (changes: object = {}): Promise<number> => {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com' },
    ...{ date: workingDay(), time: '10:00', paid: 'later', ...changes },
  })
  return (await createAdminBooking(wish, owner())).id
}
const row = (id: number) =>
  db().booking.findUniqueOrThrow({
    where: { id },
    include: { payments: { orderBy: { id: 'asc' } } },
  })

async function payRest(id: number, way: 'card' | 'fpx' = 'card'): Promise<string> {
  const token = await shop.tokenOf(id)
  const asked = await callRoute(payByLink, `/api/manage/${token}/payment`, {
    body: { amount: toDecimal(askedSen(await row(id))) },
    params: { token },
  })
  const { clientSecret } = (await asked.json()) as { clientSecret?: string }
  expect(clientSecret).toBeDefined()
  const intent = String(clientSecret).split('_secret_')[0] ?? ''
  if (way === 'card') await shop.payments.pay(intent)
  else {
    await shop.payments.leaveFor(way, intent)
    await shop.payments.answer(intent, 'succeed')
  }
  await shop.payments.release()
  return intent
}
async function oneHourMore(id: number, pay: 'later' | 'link' | { method: 'cash' }) {
  const offered = await extensionOf(id, { hours: 1, addOns: [] }, 'en', new Date())
  const priceSen = offered?.price ? senOf(offered.price.totalAmount) : 0
  const about = { id, hours: 1, addOns: [], priceSen, ...owner() }
  await extendBooking({ ...about, pay: typeof pay === 'string' ? pay : { ...pay, note: null } })
}
const inDashboard = async (intent: string, amount?: number) => {
  await stripe().refunds.create({ payment_intent: intent, ...(amount && { amount }) })
  await syncPayment(settlements, intent)
  await shop.payments.release()
}
const company = {
  ...{ billTo: 'company', companyName: 'Suara Sdn Bhd', companyNumber: '202501234567' },
  financeEmail: 'accounts@example.com',
}

const ways: Record<string, (intent: string, sen: number) => Promise<unknown>> = {
  'in Stripe’s dashboard': inDashboard,
  'by the console': async (intent, amountSen) => {
    const { id } = await db().payment.findUniqueOrThrow({
      where: { stripePaymentIntentId: intent },
    })
    await refundPart({ id, amountSen, reason: null, ...owner() })
    await shop.payments.release()
  },
}

test.each(Object.entries(ways))(
  'RM30 given back %s, then an hour sold by link and paid exactly: nothing is asked for',
  async (_way, giveBack) => {
    const id = await sell()
    const intent = await payRest(id)
    await giveBack(intent, 30_00)
    await db().booking.update({ where: { id }, data: { billing: company } })
    await oneHourMore(id, 'link')
    expect(askedSen(await row(id))).toBe(107_17)
    await tellAll()
    await payRest(id)
    const read = await row(id)
    expect([askedSen(read), owedSen(read)]).toEqual([0, 0])
    expect(await managedBooking(await shop.tokenOf(id), 'en', new Date())).toMatchObject({
      ...{ payable: false, owedAmount: '0.00' },
    })
    const mails = await tellAll()
    expect(mails.filter(({ kind }) => kind === 'finance_payment')).toEqual([])
    expect(mails.find(({ kind }) => kind === 'booking_notice')).toMatchObject({
      letter: { payload: { askedSen: 0 } },
    })
    await assertBooksBalance(shop.database.sql, await shop.payments.ledger(), { settled: true })
  },
)

test.each(
  (['later', 'link'] as const).flatMap((paid) =>
    Object.entries(ways).map(([way, giveBack]) => [paid, way, giveBack] as const),
  ),
)(
  'sold to be paid %s and RM30 given back %s: the mail says that it is going back, and asks for nothing',
  async (paid, _way, giveBack) => {
    const id = await sell({ paid })
    const intent = await payRest(id)
    await tellAll()
    await giveBack(intent, 30_00)
    const [mail] = (await tellAll()).filter(({ kind }) => kind === 'booking_notice')
    expect(mail).toMatchObject({
      ...{ says: 'refund', letter: { payload: { askedSen: 0, news: { backSen: 30_00 } } } },
    })
  },
)

test('all of it given back in the dashboard of a session sold later asks for nothing', async () => {
  const id = await sell()
  await inDashboard(await payRest(id))
  expect(askedSen(await row(id))).toBe(0)
})

test('all of it given back, refused by the bank and tried again, of a session sold later: nothing is asked for', async () => {
  const id = await sell()
  const intent = await payRest(id, 'fpx')
  await inDashboard(intent)
  const [refund] = (await shop.payments.ledger()).refunds
  await shop.payments.control('finish_refund', { refund: refund?.id, outcome: 'failed' })
  await shop.payments.release()
  const [failed] = (await row(id)).payments
  expect(failed).toMatchObject({ outcome: 'needs_attention', reason: 'refund_failed' })
  await refundPayment({ id: failed?.id ?? 0, actor: 'owner' })
  expect(askedSen(await row(id))).toBe(0)
})

test('of money that was more than the price and went back in the dashboard, only the rest lowers the price', async () => {
  const id = await sell()
  const { id: intent } = await stripe().paymentIntents.create({
    ...{ amount: 150_00, currency: 'myr', allowed_payment_method_types: ['card'] },
    ...{ confirm: true, payment_method: 'pm_card_visa' },
  })
  await shop.payments.release()
  const { id: payment } = await db().payment.findUniqueOrThrow({
    where: { stripePaymentIntentId: intent },
  })
  await linkPayment({ id: payment, bookingId: id, orderId: null, note: 'Rounded up', ...owner() })
  await inDashboard(intent, 50_00)
  const read = await row(id)
  expect(read.payments[0]?.offPrice.toFixed(2)).toBe('7.17')
  await oneHourMore(id, 'later')
  expect(askedSen(await row(id))).toBe(107_17)
})

type Step = {
  kind: 'later' | 'link' | 'cash' | 'pay' | 'receive' | 'dashboard' | 'part' | 'hand'
  share: number
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>(
      ...(['later', 'link', 'cash', 'pay', 'receive', 'dashboard', 'part', 'hand'] as const),
    ),
    share: fc.constantFrom(0.1, 0.3, 1),
  }),
  { minLength: 4, maxLength: 8 },
)

/** One step, where it is possible; `isRefund`: money was given back. */
async function take(id: number, { kind, share }: Step): Promise<boolean> {
  const { payments, hours, ...booking } = await row(id)
  const asked = askedSen({ ...booking, payments })
  if (kind === 'later' || kind === 'link' || kind === 'cash') {
    if (hours < 3) await oneHourMore(id, kind === 'cash' ? { method: kind } : kind)
    return false
  }
  if (kind === 'pay') {
    if (asked >= 200) await payRest(id)
    return false
  }
  if (kind === 'receive') {
    const sen = Math.ceil(owedSen({ ...booking, payments }) * share)
    const about = { bookingId: id, orderId: null }
    const how = { method: 'cash' as const, date: studioDate(new Date()), reference: null }
    if (sen > 0)
      await recordPayment(settlements, { about, sen, ...how, key: crypto.randomUUID(), ...owner() })
    return false
  }
  const isByHand = kind === 'hand'
  const payment = payments.find(
    (one) => refundablePartOf(one) > 0 && (one.stripePaymentIntentId === null) === isByHand,
  )
  if (!payment) return false
  const sen = Math.ceil(refundablePartOf(payment) * share)
  if (kind === 'dashboard') await inDashboard(payment.stripePaymentIntentId ?? '', sen)
  else if (kind === 'part')
    await refundPart({ id: payment.id, amountSen: sen, reason: null, ...owner() })
  else {
    const how = { method: 'cash' as const, date: studioDate(new Date()), reference: null }
    await recordGivenBack({ id: payment.id, amountSen: sen, ...how, reason: null, ...owner() })
  }
  await shop.payments.release()
  return true
}

test('in any history of sales, payments and refunds, no more is asked for than was never paid, and a refund never raises it', async () => {
  let nth = 0
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const id = await sell({ date: workingDay(nth++) })
      for (const step of history) {
        const before = await row(id)
        const isRefund = await take(id, step)
        const after = await row(id)
        const paid = after.payments
          .filter(({ outcome }) => outcome !== null)
          .reduce((sum, one) => sum + senOf(one.receivedAmount ?? one.amount), 0)
        expect(askedSen(after)).toBeLessThanOrEqual(Math.max(0, senOf(after.totalAmount) - paid))
        if (!isRefund) continue
        expect(askedSen(after)).toBeLessThanOrEqual(askedSen(before))
        expect(owedSen(after)).toBeLessThanOrEqual(owedSen(before))
      }
      await expectAskedAsByRule()
    }),
    { numRuns: 8 },
  )
}, 120_000)
