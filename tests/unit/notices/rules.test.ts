import fc from 'fast-check'
import {
  bookingNews,
  isToAsk,
  moneyFacts,
  orderNews,
  studioNews,
  type BookingTold,
  type OrderTold,
  type Standing,
} from '@/lib/notices/rules'
import { moneyOf } from '@/lib/sales/money'

const NONE = moneyFacts([])
const session: BookingTold = {
  ...NONE,
  ...{ standing: 'stands', isKnown: true, totalSen: 107_17, owedSen: 0, documents: [] },
  ...{ date: '2026-12-01', time: '09:00', starts: ['2026-12-01T01:00:00.000Z'], room: 1 },
  ...{ duration: 'hourly', hours: 1, addOns: [] },
}
const paid: BookingTold = { ...session, acceptedSen: 107_17, settledSen: 107_17, documents: [1] }
const edit: OrderTold = {
  ...NONE,
  ...{ standing: 'stands', isKnown: true, totalSen: 97_42, owedSen: 0, documents: [] },
  ...{ acceptedSen: 97_42, settledSen: 97_42, due: null, hasFootage: false, round: 0 },
}
const LATER = { date: '2026-12-02', starts: ['2026-12-02T01:00:00.000Z'] }
const ENDED = { standing: 'ended' as const }
const WAITS = { standing: 'waits' as const, owedSen: 107_17 }
const BACK = { settledSen: 0, backSen: 107_17 }
const LATE = { paymentId: 9, why: 'late', isUpgrade: false } as const

describe('a booking: what was told, what is so now, and what is said first', () => {
  test.each<[string | null, BookingTold | null, Partial<BookingTold>]>([
    ['confirmed', null, {}],
    ['unpaid', null, WAITS],
    [null, null, { standing: 'none', isKnown: false }],
    [null, null, { ...ENDED, isKnown: false }],
    ['cancelled', null, ENDED],
    ['cancelled', paid, ENDED],
    ['cancelled', { ...session, ...WAITS }, ENDED],
    ['moved', { ...session, ...WAITS }, { ...WAITS, ...LATER }],
    ['confirmed', { ...session, ...WAITS }, {}],
    ['completed', { ...session, ...WAITS }, { standing: 'done' }],
    ['completed', paid, { standing: 'done' }],
    ['confirmed', { ...paid, standing: 'done' }, paid],
    ['pending', paid, { ...paid, standing: 'waits' }],
    ['unpaid', paid, WAITS],
    ['restored', { ...paid, ...ENDED }, paid],
    ['unpaid', { ...paid, ...ENDED }, WAITS],
    ['moved', paid, { ...paid, ...LATER }],
    ['moved', paid, { ...paid, room: 2 }],
    ['upgraded', paid, { ...paid, hours: 2 }],
    ['upgraded', paid, { ...paid, addOns: ['3 × 1'] }],
    ['paid', paid, { ...paid, acceptedSen: 214_34 }],
    ['refund', paid, { ...paid, backSen: 50_00 }],
    ['refund', paid, { ...paid, dueSen: 50_00 }],
    ['refund_failed', paid, { ...paid, failedSen: 50_00, stuckSen: 50_00 }],
    ['dispute', paid, { ...paid, dispute: 'open' }],
    ['documents', paid, { ...paid, documents: [1, 2] }],
    ['late', null, { standing: 'ended', isKnown: false, refused: [LATE], backSen: 107_17 }],
    ['upgrade_refund', paid, { ...paid, refused: [{ ...LATE, isUpgrade: true }], backSen: 50_00 }],
    ['refund', paid, { ...paid, refused: [{ ...LATE, why: 'duplicate' }], backSen: 107_17 }],
  ])('row %#: the notice says %s', (says, told, now) =>
    expect(bookingNews(told, { ...session, ...now }, false)?.says ?? null).toBe(says),
  )

  test.each<[string | null, BookingTold | null, Partial<BookingTold>]>([
    [null, null, session],
    ['paid', null, paid],
    [null, null, WAITS],
    [null, paid, { ...paid, standing: 'done' }],
    [null, paid, { ...paid, ...LATER }],
    ['cancelled', paid, ENDED],
    ['restored', { ...paid, ...ENDED }, paid],
    ['paid', { ...session, ...WAITS }, paid],
    ['pending', paid, WAITS],
  ])('row %#: after the end it says %s', (says, told, now) =>
    expect(bookingNews(told, { ...session, ...now }, true)?.says ?? null).toBe(says),
  )
})

describe('an order: what was told, what is so now, and what is said first', () => {
  test.each<[string | null, OrderTold | null, Partial<OrderTold>]>([
    ['received', null, {}],
    [null, null, { settledSen: 0, dueSen: 97_42 }],
    ['delivered', null, { standing: 'done', round: 1 }],
    [null, null, { standing: 'none', isKnown: false }],
    ['ended', null, ENDED],
    [null, null, { ...ENDED, isKnown: false }],
    ['late', null, { ...ENDED, isKnown: false, refused: [LATE] }],
    ['footage', edit, { hasFootage: true, due: '2026-12-09' }],
    ['delivered', edit, { standing: 'done', round: 1 }],
    [null, { ...edit, standing: 'done', round: 1 }, { round: 1 }],
    ['delivered', { ...edit, round: 1 }, { standing: 'done', round: 2 }],
    ['ended', edit, { ...ENDED, ...BACK }],
    ['resumed', { ...edit, ...ENDED }, {}],
    ['duplicate', edit, { refused: [{ ...LATE, why: 'duplicate' }], dueSen: 97_42 }],
    ['refund', edit, { backSen: 50_00 }],
    ['received', edit, { acceptedSen: 200_00 }],
  ])('row %#: the notice says %s', (says, told, now) =>
    expect(orderNews(told, { ...edit, ...now })?.says ?? null).toBe(says),
  )
})

describe('the studio', () => {
  test.each<[string | null, BookingTold | null, Partial<BookingTold>]>([
    ['made', null, paid],
    [null, null, WAITS],
    [null, { ...session }, paid],
    ['moved', paid, { ...paid, ...LATER }],
    ['moved', paid, { ...paid, ...LATER, standing: 'waits' }],
    ['upgraded', paid, { ...paid, hours: 2, acceptedSen: 200_00 }],
    ['cancelled', paid, ENDED],
    [null, paid, { ...paid, standing: 'done' }],
    [null, paid, { ...paid, backSen: 107_17, documents: [1, 2] }],
    ['made', { ...paid, ...ENDED }, paid],
    ['late', null, { standing: 'ended', isKnown: false, refused: [LATE] }],
  ])('row %#: the notice says %s', (event, told, now) =>
    expect(studioNews(told, { ...session, ...now }, false)?.event ?? null).toBe(event),
  )
})

const sen = fc.nat(1_000_00)
const someMoney = fc.record({
  ...{ acceptedSen: sen, settledSen: sen, dueSen: sen, atStudioSen: sen, stuckSen: sen },
  ...{ backSen: sen, returnedSen: sen, lostSen: sen, failedSen: sen },
  dispute: fc.constantFrom(null, 'open' as const, 'lost' as const),
  refused: fc.uniqueArray(
    fc.record({
      paymentId: fc.integer({ min: 1, max: 4 }),
      why: fc.constantFrom('late' as const, 'cancelled' as const, 'duplicate' as const),
      isUpgrade: fc.boolean(),
    }),
    { selector: ({ paymentId }) => paymentId, maxLength: 3 },
  ),
  standing: fc.constantFrom<Standing>('none', 'waits', 'stands', 'done', 'ended'),
  isKnown: fc.boolean(),
  ...{ totalSen: sen, owedSen: sen },
  documents: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
})
const someBooking: fc.Arbitrary<BookingTold> = fc
  .tuple(
    someMoney,
    fc.record({
      date: fc.constantFrom('2026-12-01', '2026-12-02'),
      time: fc.constant('09:00'),
      room: fc.integer({ min: 1, max: 2 }),
      duration: fc.constantFrom('hourly' as const, 'half-day' as const),
      hours: fc.integer({ min: 1, max: 2 }),
      addOns: fc.subarray(['3 × 1']),
    }),
  )
  .map(([money, rest]) => ({ ...money, ...rest, starts: [`${rest.date}T01:00:00.000Z`] }))
const someOrder: fc.Arbitrary<OrderTold> = fc
  .tuple(
    someMoney,
    fc.record({
      due: fc.constantFrom(null, '2026-12-08', '2026-12-09'),
      hasFootage: fc.boolean(),
      round: fc.nat(3),
    }),
  )
  .map(([money, rest]) => ({ ...money, ...rest }))

describe('whatever was told and is so', () => {
  test('nothing is said of what was told', () => {
    fc.assert(
      fc.property(someBooking, fc.boolean(), (facts, isOver) => {
        expect(bookingNews(facts, facts, isOver)).toBeNull()
        expect(studioNews(facts, facts, isOver)).toBeNull()
      }),
    )
    fc.assert(fc.property(someOrder, (facts) => expect(orderNews(facts, facts)).toBeNull()))
  })

  test('no refund is named that is not there, or was named before', () => {
    fc.assert(
      fc.property(fc.option(someBooking), someBooking, fc.boolean(), (told, now, isOver) => {
        const news = bookingNews(told, now, isOver)
        if (!news) return
        expect(news.backSen).toBe(Math.max(0, now.backSen - (told?.backSen ?? 0)))
        expect(news.returnedSen).toBe(Math.max(0, now.returnedSen - (told?.returnedSen ?? 0)))
        for (const place of ['dueSen', 'atStudioSen', 'stuckSen'] as const)
          expect([0, now[place]]).toContain(news[place])
        expect(news.paidSen).toBe(Math.max(0, now.acceptedSen - (told?.acceptedSen ?? 0)))
      }),
    )
  })

  test('whoever was told is told of each change of time, length, price or standing before the end', () => {
    fc.assert(
      fc.property(someBooking, someBooking, (told, now) => {
        fc.pre(told.standing !== 'none' && now.standing !== 'none')
        const news = bookingNews(told, now, false)
        const takesPlace = now.standing !== 'ended'
        const isOther =
          told.standing !== now.standing ||
          (takesPlace &&
            (told.date !== now.date ||
              told.room !== now.room ||
              told.hours !== now.hours ||
              told.totalSen !== now.totalSen))
        if (isOther) expect(news).not.toBeNull()
        if (takesPlace && told.date !== now.date) expect(news?.moved).toBe(true)
      }),
    )
  })

  test('each refund, refusal, dispute and document is told to whoever has a booking', () => {
    fc.assert(
      fc.property(someBooking, someBooking, fc.boolean(), (told, now, isOver) => {
        fc.pre(now.standing !== 'none')
        const isNew =
          now.backSen > told.backSen ||
          now.returnedSen > told.returnedSen ||
          now.dueSen > told.dueSen ||
          now.atStudioSen > told.atStudioSen ||
          now.failedSen > told.failedSen ||
          now.dispute !== told.dispute ||
          now.refused.some((one) => told.refused.every((two) => one.paymentId !== two.paymentId)) ||
          now.documents.some((id) => !told.documents.includes(id))
        if (isNew) expect(bookingNews(told, now, isOver)).not.toBeNull()
      }),
    )
  })

  test('a session that is over is neither confirmed, moved nor to be paid', () => {
    fc.assert(
      fc.property(fc.option(someBooking), someBooking, (told, now) => {
        const news = bookingNews(told, now, true)
        expect(['confirmed', 'moved', 'unpaid']).not.toContain(news?.says)
        expect(news?.moved ?? false).toBe(false)
      }),
    )
  })
})

describe('the money that is told of', () => {
  const payment = (about: object) => ({
    ...{ id: 1, purpose: 'booking', stripePaymentIntentId: 'pi_1', status: 'succeeded' },
    ...{ outcome: 'confirmed', reason: null, refundReason: null, currency: 'myr' },
    ...{ amount: '107.17', receivedAmount: '107.17', refundedAmount: '0.00' },
    ...{ partDue: '0.00', offPrice: '0.00', partFailed: '0.00', returnedAmount: '0.00' },
    ...{ disputedAmount: '0.00', lostAmount: '0.00' },
    ...{ disputeStatus: null, handledAt: null, handledAs: null, method: null, refundStatus: null },
    ...about,
  })

  test('is where moneyOf has it', () => {
    const payments = [
      payment({ refundedAmount: '50.00' }),
      payment({ id: 2, outcome: 'refund_due' }),
    ]
    const { acceptedSen, failedSen, dispute, refused, ...sums } = moneyFacts(payments)
    expect(moneyOf(payments)).toMatchObject(sums)
    expect([acceptedSen, failedSen, dispute, refused]).toEqual([214_34, 0, null, []])
  })

  test('was disputed while a bank decides about any of it, and is lost for what it took', () => {
    const disputeOf = (about: object) =>
      moneyFacts([payment({}), payment({ id: 2, ...about })]).dispute
    expect(disputeOf({ disputeStatus: 'chargeback', disputedAmount: '30.00' })).toBe('open')
    expect(disputeOf({ disputeStatus: 'inquiry', disputedAmount: '30.00' })).toBeNull()
    expect(disputeOf({ disputeStatus: 'lost', lostAmount: '30.00' })).toBe('lost')
    const both = { disputeStatus: 'chargeback', disputedAmount: '30.00', lostAmount: '20.00' }
    expect(disputeOf(both)).toBe('open')
    expect(disputeOf({ ...both, disputeStatus: 'inquiry' })).toBe('lost')
  })

  test('was accepted or not, also where its refund failed since', () => {
    const late = { outcome: 'needs_attention', reason: 'refund_failed', refundReason: 'late' }
    expect(moneyFacts([payment(late)])).toMatchObject({
      acceptedSen: 0,
      failedSen: 107_17,
      refused: [{ paymentId: 1, why: 'late', isUpgrade: false }],
    })
    const other = { outcome: 'needs_attention', reason: 'amount_mismatch' }
    expect(moneyFacts([payment(other)])).toMatchObject({ acceptedSen: 0, refused: [] })
    expect(moneyFacts([payment({ currency: 'usd' })]).acceptedSen).toBe(0)
  })
})

describe('a finance contact: what they were asked for, what is so now, and whether they are asked', () => {
  const asked = { owedSen: 107_17, acceptedSen: 0, link: 'one' }
  test.each<[boolean, typeof asked | null, Partial<typeof asked>]>([
    [true, null, {}],
    [false, asked, {}],
    [true, asked, { owedSen: 214_34 }],
    [true, asked, { owedSen: 53_59, acceptedSen: 53_58 }],
    // The same sum again: it was paid, and is owed anew.
    [true, asked, { acceptedSen: 107_17 }],
    [true, asked, { link: 'another' }],
    [false, null, { owedSen: 0 }],
    [false, asked, { owedSen: 0, acceptedSen: 107_17 }],
    [false, asked, { owedSen: 0, link: 'another' }],
  ])('%s', (isAsked, told, changes) =>
    expect(isToAsk(told, { ...asked, ...changes })).toBe(isAsked),
  )
})
