import {
  DEFAULT_OFFICE_WEEK,
  LENGTHS,
  PRICED_LENGTHS,
  REVISIONS,
  TIERS,
  WEEKDAYS,
  type Weekday,
} from '@/lib/studio'
import fc from 'fast-check'
import {
  bestDiscount,
  dueAt,
  dueDate,
  EDITING_PRICES,
  isLate,
  nextStatuses,
  ORDER_STATUSES,
  orderPrice,
  PAID_STATUSES,
  payableSince,
  rushSurcharge,
  tableOrderPrice,
  tablePrice,
  turnaround,
  vipPrice,
} from '@/lib/orders/rules'
import type { OrderDiscount } from '@/lib/orders/rules'
import { videoLengthField, tier } from '@/lib/orders/schema'
import { studioDate, studioTime, toInstant } from '@/lib/time'

const TAX = { basisPoints: 825, label: 'Tax' }
const wholeRinggit = fc.integer({ min: 1, max: 50_000 }).map((ringgit) => ringgit * 100)
const taxes = fc
  .integer({ min: 0, max: 3000 })
  .map((basisPoints) => ({ basisPoints, label: 'Tax' }))

describe('what an order costs', () => {
  test('price and rush are the subtotal, subtotal and tax are the total, in whole sen, for any price and any tax', () => {
    fc.assert(
      fc.property(wholeRinggit, fc.boolean(), taxes, (price, rush, tax) => {
        const order = orderPrice(price, rush, null, tax)
        const { priceSen, rushSen, subtotalSen, taxSen, totalSen } = order
        for (const sen of [priceSen, rushSen, subtotalSen, taxSen, totalSen])
          expect(Number.isSafeInteger(sen) && sen >= 0).toBe(true)
        expect(order.priceSen + order.rushSen).toBe(order.subtotalSen)
        expect(order.subtotalSen + order.taxSen).toBe(order.totalSen)
        expect(order.rushSen > 0).toBe(rush && price > 100)
      }),
    )
  })

  test('rush and VIP are whole ringgit, at most half a ringgit from the exact share, and a half goes up', () => {
    fc.assert(
      fc.property(wholeRinggit, (price) => {
        for (const [sen, percent] of [
          [rushSurcharge(price), 35],
          [vipPrice(price), 90],
        ] as const) {
          expect(sen % 100).toBe(0)
          // In hundredths of a sen, so that nothing is rounded while checking the rounding.
          const off = sen * 100 - price * percent
          expect(off).toBeGreaterThan(-5_000)
          expect(off).toBeLessThanOrEqual(5_000)
        }
      }),
    )
  })

  test('more costs more: a longer video, a higher tier, rush', () => {
    for (const grade of TIERS) {
      const prices = PRICED_LENGTHS.map((length) => EDITING_PRICES[grade][length])
      expect([...prices].sort((a, b) => a - b)).toEqual(prices)
    }
    for (const length of PRICED_LENGTHS) {
      const prices = TIERS.map((grade) => EDITING_PRICES[grade][length])
      expect([...prices].sort((a, b) => a - b)).toEqual(prices)
      expect(orderPrice(prices[0] ?? 0, true, null, TAX).totalSen).toBeGreaterThan(
        orderPrice(prices[0] ?? 0, false, null, TAX).totalSen,
      )
    }
  })

  // In ringgit, from the customer's table and worked out by hand: table price, VIP price, rush on
  // the table price.
  test.each([
    [
      'basic',
      [
        [60, 54, 21],
        [80, 72, 28],
        [100, 90, 35],
        [250, 225, 88],
      ],
    ],
    [
      'standard',
      [
        [90, 81, 32],
        [120, 108, 42],
        [150, 135, 53],
        [375, 338, 131],
      ],
    ],
    [
      'premium',
      [
        [150, 135, 53],
        [200, 180, 70],
        [250, 225, 88],
        [625, 563, 219],
      ],
    ],
  ] as const)('the prices of %s are the customer’s', (grade, rows) => {
    rows.forEach((row, index) => {
      const price = tablePrice(grade, LENGTHS[index] ?? '>10 mins') ?? 0
      expect([price, vipPrice(price), rushSurcharge(price)]).toEqual(
        row.map((ringgit) => ringgit * 100),
      )
    })
    expect(tablePrice(grade, '>10 mins')).toBeNull()
  })

  test.each([
    ['RM90 with rush: 31.50 is 32, not a float’s 31', 90_00, true, [32_00, 122_00, 10_07, 132_07]],
    ['RM90', 90_00, false, [0, 90_00, 7_43, 97_43]],
    ['RM375 with rush: 131.25 is 131', 375_00, true, [131_00, 506_00, 41_75, 547_75]],
    ['RM625 with rush: 218.75 is 219', 625_00, true, [219_00, 844_00, 69_63, 913_63]],
    ['RM338, a VIP’s, with rush: 118.30 is 118', 338_00, true, [118_00, 456_00, 37_62, 493_62]],
  ])('an order costs what it should: %s', (_, price, rush, [surcharge, subtotal, tax, total]) => {
    expect(orderPrice(price, rush, null, TAX)).toMatchObject({
      priceSen: price,
      rushSen: surcharge,
      subtotalSen: subtotal,
      taxSen: tax,
      totalSen: total,
    })
  })
})

describe('all 24 orders and their VIP versions, by exact decimals of the customer’s list', () => {
  const LIST = {
    basic: [60, 80, 100, 250],
    standard: [90, 120, 150, 375],
    premium: [150, 200, 250, 625],
  }
  // Fractions of whole numbers: a ringgit is 10,000 here, so 90 %, 35 % and 8.25 % of whole ringgit
  // have no remainder to lose.
  const halfUp = (value: bigint, unit: bigint) => ((value * 2n + unit) / (unit * 2n)) * unit
  const RINGGIT = 10_000n
  const SEN = 100n
  function expected(listed: number, rush: boolean, vip: boolean) {
    const price = vip
      ? halfUp((BigInt(listed) * RINGGIT * 9n) / 10n, RINGGIT)
      : BigInt(listed) * RINGGIT
    const surcharge = rush ? halfUp((price * 35n) / 100n, RINGGIT) : 0n
    const exactTax = (price + surcharge) * 825n // in 10,000ths of the unit above
    const tax = halfUp(exactTax, SEN * 10_000n) / 10_000n
    const sen = (value: bigint) => Number(value / SEN)
    return {
      priceSen: sen(price),
      rushSen: sen(surcharge),
      subtotalSen: sen(price + surcharge),
      taxSen: sen(tax),
      totalSen: sen(price + surcharge + tax),
    }
  }
  const cases = TIERS.flatMap((grade) =>
    PRICED_LENGTHS.flatMap((length, index) =>
      [false, true].flatMap((rush) =>
        [null, 'member', 'first_order'].map(
          (discount) => [grade, length, rush, discount, index] as const,
        ),
      ),
    ),
  )
  test.each(cases)(
    'an order costs the same: %s, %s, rush %s, %s',
    (grade, length, rush, discount, index) => {
      expect(
        tableOrderPrice(grade, length, rush, discount as OrderDiscount | null, TAX),
      ).toMatchObject(expected(LIST[grade][index] ?? 0, rush, discount !== null))
    },
  )
})

test('the best single discount: a membership is not used up, a first order is', () => {
  expect(bestDiscount({ activeMember: true, hasPaidOrder: false })).toBe('member')
  expect(bestDiscount({ activeMember: true, hasPaidOrder: true })).toBe('member')
  expect(bestDiscount({ activeMember: false, hasPaidOrder: false })).toBe('first_order')
  expect(bestDiscount({ activeMember: false, hasPaidOrder: true })).toBeNull()
})

describe('how long it takes', () => {
  const office = { ...DEFAULT_OFFICE_WEEK, holidays: ['2026-12-25', '2027-01-01'] }
  const instants = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2028-12-31T00:00:00Z'),
    noInvalidDate: true,
  })

  // By the calendar of the runtime, which knows Kuala Lumpur and the names of its days.
  const inKualaLumpur = new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Kuala_Lumpur',
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const daysAfter = (now: Date, most: number) =>
    Array.from({ length: most }, (_, index) => {
      const parts = inKualaLumpur.formatToParts(now.getTime() + (index + 1) * 86_400_000)
      const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
      return {
        name: part('weekday').toLowerCase() as Weekday,
        date: `${part('year')}-${part('month')}-${part('day')}`,
      }
    })
  const PROMISED = { basic: 7, standard: 7, premium: 3 }
  const choices = fc.record({
    grade: fc.constantFrom(...TIERS),
    rush: fc.boolean(),
    now: instants,
    works: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    dueHour: fc.integer({ min: 1, max: 24 }),
    closed: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 20 }),
  })

  test('is due on the last of the promised office days, at the due hour, for any office and any holidays', () => {
    fc.assert(
      fc.property(choices, ({ grade, rush, now, works, dueHour, closed }) => {
        // Where one day of a week counts, and twenty of those are holidays, it takes 27 weeks.
        const days = daysAfter(now, 27 * 7)
        const holidays = closed.map((index) => days[index]?.date ?? '')
        const due = days.filter(
          ({ name, date }) => works.includes(name) && !holidays.includes(date),
        )[(rush ? 2 : PROMISED[grade]) - 1]?.date
        const week = Object.fromEntries(WEEKDAYS.map((day) => [day, works.includes(day)]))
        const shown = { ...DEFAULT_OFFICE_WEEK, ...week, dueHour, holidays }
        expect(dueDate(grade, rush, now, shown)).toBe(due)
        const at = dueAt(grade, rush, now, shown)
        expect([studioDate(at), studioTime(at)]).toEqual([
          due,
          dueHour === 24 ? '23:59' : `${String(dueHour).padStart(2, '0')}:00`,
        ])
      }),
    )
  })

  test('rush is never later', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TIERS),
        instants,
        (grade, now) => dueDate(grade, true, now, office) <= dueDate(grade, false, now, office),
      ),
    )
  })

  test.each([
    ['a Tuesday, standard', 'standard', false, '2026-11-24', '10:00', '2026-12-03'],
    ['a Tuesday, premium', 'premium', false, '2026-11-24', '10:00', '2026-11-27'],
    ['a Friday, rush, over the weekend', 'basic', true, '2026-11-27', '15:00', '2026-12-01'],
    ['a Saturday counts from Monday', 'basic', true, '2026-11-28', '12:00', '2026-12-01'],
    ['Christmas is no business day', 'premium', false, '2026-12-23', '09:00', '2026-12-29'],
    [
      'five minutes past midnight in Kuala Lumpur is the new day',
      'premium',
      false,
      '2026-11-25',
      '00:05',
      '2026-11-30',
    ],
  ] as const)('it takes its time: %s', (_, grade, rush, date, time, due) => {
    expect(dueDate(grade, rush, toInstant(date, time), office)).toBe(due)
  })

  test('turnaround and revisions are the customer’s', () => {
    expect(TIERS.map((grade) => turnaround(grade, false))).toEqual([
      { unit: 'days', from: 5, to: 7 },
      { unit: 'days', from: 5, to: 7 },
      { unit: 'days', from: 2, to: 3 },
    ])
    expect(turnaround('premium', true)).toEqual({ unit: 'hours', from: 24, to: 48 })
    expect(REVISIONS).toEqual({ basic: 1, standard: 2, premium: 3 })
  })
})

describe('where an order may go', () => {
  const allowed = (refundFailed: boolean) =>
    Object.fromEntries(
      ORDER_STATUSES.map((status) => [status, nextStatuses(status, refundFailed).join(' ')]),
    )

  test('an unpaid one can only be cancelled, a paid one only go on or be refunded', () =>
    expect(allowed(false)).toEqual({
      pending: 'cancelled',
      paid: 'in_progress refunded',
      in_progress: 'delivered refunded',
      delivered: 'completed in_progress refunded',
      completed: 'in_progress refunded',
      cancelled: '',
      refunded: '',
    }))

  test('one whose refund failed goes on, is closed without it, or is refunded again', () =>
    expect(allowed(true)).toEqual({
      pending: 'cancelled',
      paid: 'in_progress refunded cancelled',
      in_progress: 'delivered refunded cancelled',
      delivered: 'completed in_progress refunded cancelled',
      completed: 'in_progress refunded cancelled',
      cancelled: 'refunded',
      refunded: 'in_progress completed refunded cancelled',
    }))

  test('an unpaid one can be paid for a day', () =>
    expect(payableSince(new Date('2026-11-26T01:00:00Z'))).toEqual(
      new Date('2026-11-25T01:00:00Z'),
    ))
})

describe('an order is late', () => {
  const due = '2026-11-26T13:00:00.000Z'
  const after = new Date('2026-11-26T13:00:00.001Z')
  const order = { status: 'paid', dueAt: due, deliveries: 0 }

  test('from its due instant on, until it is delivered', () => {
    expect(isLate(order, after)).toBe(true)
    expect(isLate(order, new Date(due))).toBe(false)
    expect(isLate({ ...order, deliveries: 1 }, after)).toBe(false)
    expect(isLate({ ...order, dueAt: null }, after)).toBe(false)
  })

  test('only while it is paid and waits for its first delivery', () => {
    const late = ORDER_STATUSES.filter((status) => isLate({ ...order, status }, after))
    expect(late).toEqual(['paid', 'in_progress'])
    expect(PAID_STATUSES).toEqual(['paid', 'in_progress', 'delivered', 'completed'])
  })
})

test('the wire names the three tiers and the four lengths with a price', () => {
  for (const each of ['basic', 'standard', 'premium'])
    expect(tier().safeParse(each).success).toBe(true)
  for (const wrong of ['Basic', 'gold', '', null])
    expect(tier().safeParse(wrong).success).toBe(false)
  for (const length of ['<60s', '60-120s', '120-180s', '5-10 mins'])
    expect(videoLengthField().safeParse(length).success).toBe(true)
  for (const wrong of ['>10 mins', '60s', '5–10 mins', undefined])
    expect(videoLengthField().safeParse(wrong).success).toBe(false)
})
