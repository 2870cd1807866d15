import type { Rates } from '@/lib/catalog/rules'
import { withTax } from '@/lib/money'
import fc from 'fast-check'
import {
  DURATIONS,
  hoursPerDay,
  type Duration,
  type Length,
  lengthOf,
} from '@/lib/availability/rules'
import { upgradeRefusal } from '@/lib/bookings/status'
import {
  basePrice,
  cheaperLength,
  longerLengths,
  offeredDurations,
  sessionPrice,
  discounted,
  lengthWithMore,
  upgradePrice,
  type AddOn,
  type SoldBooking,
} from '@/lib/bookings/price'

const TAX = { basisPoints: 825, label: 'Tax' }
const AUDIO: Rates = { hourly: 99_00, halfDay: null, fullDay: null, weekly: null }
const VIDEO: Rates = { hourly: 248_00, halfDay: 228_00, fullDay: 208_00, weekly: 188_00 }

const sen = fc.integer({ min: 1, max: 9_999_999 })
const rates: fc.Arbitrary<Rates> = fc.record({
  hourly: sen,
  halfDay: fc.option(sen),
  fullDay: fc.option(sen),
  weekly: fc.option(sen),
})
const taxes = fc
  .integer({ min: 0, max: 3000 })
  .map((basisPoints) => ({ basisPoints, label: 'Tax' }))
const lengths = fc.oneof(
  fc.constantFrom(...DURATIONS).map((duration) => lengthOf({ duration })),
  fc.integer({ min: 2, max: 8 }).map((hours) => lengthOf({ duration: 'hourly', hours })),
)
const hoursOf = ({ duration, hours }: Length): number =>
  ({ hourly: hours, 'half-day': 4, 'full-day': 8, weekly: 40 })[duration]

describe('the price of a session', () => {
  test('is whole sen, and base + tax = total, for any rates and any tax', () => {
    fc.assert(
      fc.property(rates, lengths, taxes, (of, length, tax) => {
        const price = sessionPrice(of, length, tax)
        for (const amount of [price.subtotalSen, price.taxSen, price.totalSen])
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
        expect(price.subtotalSen + price.taxSen).toBe(price.totalSen)
        expect(price.subtotalSen).toBe(basePrice(of, length))
        // Half up to the sen, decided with integers only: the tax is off by at most half a sen, and
        // a half goes up.
        const tenThousandths = price.subtotalSen * tax.basisPoints
        expect(price.taxSen * 10_000 - tenThousandths).toBeGreaterThan(-5_000)
        expect(price.taxSen * 10_000 - tenThousandths).toBeLessThanOrEqual(5_000)
      }),
    )
  })

  test('adds each add-on for every hour; the same as adding them afterwards', () => {
    const addOns = fc.uniqueArray(fc.record({ serviceId: fc.nat(), hourlyRateSen: sen }), {
      selector: ({ serviceId }) => serviceId,
      maxLength: 10,
    })
    fc.assert(
      fc.property(rates, lengths, taxes, addOns, (of, length, tax, added) => {
        const price = sessionPrice(of, length, tax, added)
        const each = added.reduce((sum, { hourlyRateSen }) => sum + hourlyRateSen, 0)
        expect(price.subtotalSen).toBe(basePrice(of, length) + each * hoursOf(length))
        const without = sessionPrice(of, length, tax)
        const sold = { ...without, length, taxBasisPoints: tax.basisPoints, addOns: [] }
        expect(upgradePrice(sold, of, length, added).after).toEqual(price)
      }),
    )
  })

  test('a discount stays off what the session becomes, and is never more than its price', () =>
    fc.assert(
      fc.property(rates, lengths, fc.nat(), taxes, (of, length, typed, tax) => {
        const whole = sessionPrice(of, length, tax)
        const reason = 'Friend'
        expect(discounted(whole, { amountSen: whole.subtotalSen + 1, reason }, tax)).toBeNull()
        expect(discounted(whole, { reason }, tax)?.totalSen).toBe(0)
        const amountSen = typed % (whole.subtotalSen + 1)
        const price = discounted(whole, { amountSen, reason }, tax)
        if (!price) throw new Error('refused')
        expect(price.subtotalSen).toBe(whole.subtotalSen - amountSen)
        const sold = {
          ...{ ...price, length, taxBasisPoints: tax.basisPoints, addOns: [] },
          discountSen: amountSen,
        }
        const longer = lengthWithMore(of, sold, 1)
        if (!longer) return
        expect([hoursPerDay(longer), longer.duration === 'weekly']).toEqual([
          hoursPerDay(length) + 1,
          false,
        ])
        const { due } = upgradePrice(sold, of, longer, [])
        if (due.totalSen <= 0) return // It is not sold.
        expect(due.subtotalSen).toBe(basePrice(of, longer) - basePrice(of, length))
        expect(due.subtotalSen + due.taxSen).toBe(due.totalSen)
      }),
    ))

  test('is the length’s own rate, otherwise the hourly rate, times the hours', () => {
    fc.assert(
      fc.property(rates, lengths, (of, length) => {
        const own = {
          hourly: of.hourly,
          'half-day': of.halfDay,
          'full-day': of.fullDay,
          weekly: of.weekly,
        }[length.duration]
        expect(basePrice(of, length)).toBe((own === null ? of.hourly : own) * hoursOf(length))
      }),
    )
  })

  test('never falls when a rate rises', () => {
    fc.assert(
      fc.property(rates, lengths, fc.integer({ min: 1, max: 1000 }), (of, length, more) => {
        const dearer = {
          hourly: of.hourly + more,
          halfDay: of.halfDay && of.halfDay + more,
          fullDay: of.fullDay && of.fullDay + more,
          weekly: of.weekly && of.weekly + more,
        }
        expect(sessionPrice(dearer, length, TAX).totalSen).toBeGreaterThan(
          sessionPrice(of, length, TAX).totalSen,
        )
      }),
    )
  })

  // The figures are written out in sen, worked out by hand: base, 8.25 % of it half up, their sum.
  test.each<[string, Rates, Duration, [number, number, number]]>([
    ['audio at RM99', AUDIO, 'hourly', [99_00, 8_17, 107_17]],
    ['audio at RM99, no half-day rate', AUDIO, 'half-day', [396_00, 32_67, 428_67]],
    ['audio at RM99, no full-day rate', AUDIO, 'full-day', [792_00, 65_34, 857_34]],
    ['audio at RM99, no weekly rate', AUDIO, 'weekly', [3960_00, 326_70, 4286_70]],
    ['video at RM248', VIDEO, 'hourly', [248_00, 20_46, 268_46]],
    ['video at its half-day rate', VIDEO, 'half-day', [912_00, 75_24, 987_24]],
    ['video at its full-day rate', VIDEO, 'full-day', [1664_00, 137_28, 1801_28]],
    ['video at its weekly rate', VIDEO, 'weekly', [7520_00, 620_40, 8140_40]],
    [
      'a tax that ends on exactly half a sen',
      { ...AUDIO, hourly: 2_00 },
      'hourly',
      [2_00, 17, 2_17],
    ],
    ['a tax just below half a sen', { ...AUDIO, hourly: 5 }, 'hourly', [5, 0, 5]],
  ])('a session has its price: %s, %s', (_what, of, duration, [subtotal, tax, total]) =>
    expect(sessionPrice(of, lengthOf({ duration }), TAX)).toMatchObject({
      subtotalSen: subtotal,
      taxSen: tax,
      totalSen: total,
    }),
  )

  test('without tax the total is the base', () =>
    expect(withTax(99_00, { basisPoints: 0, label: 'None' })).toEqual({
      subtotalSen: 99_00,
      taxSen: 0,
      totalSen: 99_00,
    }))

  test('half and full day are offered only where they have a rate, weekly never', () => {
    expect(offeredDurations(AUDIO)).toEqual(['hourly'])
    expect(offeredDurations(VIDEO)).toEqual(['hourly', 'half-day', 'full-day'])
    expect(offeredDurations({ ...VIDEO, halfDay: null })).toEqual(['hourly', 'full-day'])
  })
})

describe('the price of an upgrade', () => {
  const rates: Rates = { hourly: 99_00, halfDay: 89_00, fullDay: 79_00, weekly: null }
  const sold = (duration: Duration, addOns: AddOn[] = []): SoldBooking => {
    const cost = addOns.reduce((sum, addOn) => sum + addOn.hours * addOn.hourlyRateSen, 0)
    return {
      length: lengthOf({ duration }),
      ...withTax(basePrice(rates, lengthOf({ duration })) + cost, { basisPoints: 825, label: '' }),
      taxBasisPoints: 825,
      addOns,
    }
  }

  test('is the new total minus what was paid, to the sen', () => {
    expect(
      upgradePrice(sold('hourly'), rates, lengthOf({ duration: 'half-day' }), []).due,
    ).toMatchObject({
      subtotalSen: 257_00,
      taxSen: 21_20,
      totalSen: 278_20,
    })
    expect(
      upgradePrice(sold('hourly'), rates, lengthOf({ duration: 'half-day' }), [
        { serviceId: 3, hourlyRateSen: 80_00 },
      ]).due.totalSen,
    ).toBe(624_60)
  })

  test('paid in steps costs what paying at once does, and leaves subtotal + tax = total', () => {
    const sen = fc.integer({ min: 1_00, max: 50_000_00 })
    fc.assert(
      fc.property(
        sen,
        sen,
        sen,
        sen,
        fc.integer({ min: 0, max: 3000 }),
        (hourly, halfDay, fullDay, extra, basisPoints) => {
          const tariff = { hourly, halfDay, fullDay, weekly: null }
          // A longer day that costs less gives nothing back, and so is no step.
          fc.pre(hourly <= 4 * halfDay && halfDay <= 2 * fullDay)
          const first: SoldBooking = {
            length: lengthOf({ duration: 'hourly' }),
            ...withTax(basePrice(tariff, lengthOf({ duration: 'hourly' })), {
              basisPoints,
              label: '',
            }),
            taxBasisPoints: basisPoints,
            addOns: [],
          }
          const added = [{ serviceId: 3, hourlyRateSen: extra }]
          const half = upgradePrice(first, tariff, lengthOf({ duration: 'half-day' }), added)
          const second: SoldBooking = {
            length: lengthOf({ duration: 'half-day' }),
            ...half.after,
            taxBasisPoints: basisPoints,
            addOns: half.addOns,
          }
          const stepped = upgradePrice(second, tariff, lengthOf({ duration: 'full-day' }), [])
          const direct = upgradePrice(first, tariff, lengthOf({ duration: 'full-day' }), added)
          expect(stepped.after).toEqual(direct.after)
          expect(half.due.totalSen + stepped.due.totalSen).toBe(direct.due.totalSen)
          expect(direct.due.subtotalSen + direct.due.taxSen).toBe(direct.due.totalSen)
          expect(direct.after.subtotalSen + direct.after.taxSen).toBe(direct.after.totalSen)
        },
      ),
    )
  })

  test('leaves the price of an unchanged session alone, whatever it costs today', () => {
    const dearer = { ...rates, hourly: 500_00 }
    expect(
      upgradePrice(sold('hourly'), dearer, lengthOf({ duration: 'hourly' }), [
        { serviceId: 3, hourlyRateSen: 80_00 },
      ]).after.subtotalSen,
    ).toBe(179_00)
  })

  test('add-ons cover every hour of the new length at the rate they were sold at', () => {
    const { addOns, after } = upgradePrice(
      sold('hourly', [{ serviceId: 3, hours: 1, hourlyRateSen: 80_00 }]),
      rates,
      lengthOf({ duration: 'full-day' }),
      [],
    )
    expect([addOns, after.subtotalSen]).toEqual([
      [{ serviceId: 3, hours: 8, hourlyRateSen: 80_00 }],
      632_00 + 640_00,
    ])
  })

  test('the lengths on offer are the longer ones: hours up to the next day on sale, then the days', () => {
    const of = (rates: Rates, duration: Duration, hours = 1, several = true) =>
      longerLengths(rates, lengthOf({ duration, hours }), several).map(({ duration, hours }) =>
        duration === 'hourly' ? hours : duration,
      )
    expect(of(rates, 'hourly')).toEqual([2, 3, 'half-day', 'full-day'])
    expect(of(rates, 'hourly', 3)).toEqual(['half-day', 'full-day'])
    expect(of(rates, 'hourly', 4)).toEqual([5, 6, 7, 'full-day'])
    expect(of(rates, 'hourly', 8)).toEqual([])
    expect(of({ ...rates, halfDay: null }, 'hourly', 5)).toEqual([6, 7, 'full-day'])
    const none = { ...rates, halfDay: null, fullDay: null }
    expect(of(none, 'hourly', 6)).toEqual([7, 8])
    expect(of(rates, 'half-day')).toEqual(['full-day'])
    expect([of(rates, 'full-day'), of(rates, 'weekly')]).toEqual([[], []])
    // The owner sells single hours only.
    expect(of(rates, 'hourly', 1, false)).toEqual(['half-day', 'full-day'])
    expect(of(none, 'hourly', 1, false)).toEqual([])
  })

  test('an upgrade is offered only while confirmed and not begun', () => {
    const startsAt = new Date('2026-12-01T02:00:00Z')
    expect(
      upgradeRefusal({ status: 'confirmed', startsAt }, new Date(startsAt.getTime() - 1)),
    ).toBeNull()
    expect(upgradeRefusal({ status: 'confirmed', startsAt }, startsAt)).toBe('not_changeable')
    for (const status of ['pending', 'completed', 'cancelled'])
      expect(upgradeRefusal({ status, startsAt }, new Date(0))).toBe('not_changeable')
  })
})

describe('a day that costs less than the hours', () => {
  const hourly = (hours: number) => lengthOf({ duration: 'hourly', hours })
  const podcast: Rates = { hourly: 99_00, halfDay: 89_00, fullDay: 79_00, weekly: null }

  test.each([
    [1, null],
    [3, null],
    [4, { duration: 'half-day', sen: 356_00, hourlySen: 396_00 }],
    [5, null],
    [6, null],
    [7, { duration: 'full-day', sen: 632_00, hourlySen: 693_00 }],
    [8, { duration: 'full-day', sen: 632_00, hourlySen: 792_00 }],
  ])('%s hours are covered by %p', (hours, expected) =>
    expect(cheaperLength(podcast, hourly(hours))).toEqual(expected),
  )

  test('is offered only for hourly bookings, and only for days the service has', () => {
    expect(cheaperLength(podcast, lengthOf({ duration: 'half-day' }))).toBeNull()
    expect(cheaperLength({ ...podcast, halfDay: null }, hourly(4))).toBeNull()
  })

  test('always has room for the hours, is on offer, and is the cheapest such', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 8 }), (of, hours) => {
        const days = offeredDurations(of)
          .filter((duration) => duration !== 'hourly')
          .filter((duration) => (duration === 'half-day' ? 4 : 8) >= hours)
          .map((duration) => basePrice(of, lengthOf({ duration })))
          .filter((price) => price < of.hourly * hours)
        expect(cheaperLength(of, hourly(hours))?.sen).toBe(
          days.length > 0 ? Math.min(...days) : undefined,
        )
      }),
    )
  })
})

test('a longer length costs what the two lengths differ by at the rates of now, and never less than nothing', () =>
  fc.assert(
    fc.property(rates, rates, lengths, lengths, taxes, (then, now, length, longer, tax) => {
      const before = {
        ...sessionPrice(then, length, tax),
        ...{ length, taxBasisPoints: tax.basisPoints, addOns: [] },
      }
      const { after, due } = upgradePrice(before, now, longer, [])
      expect(due.subtotalSen).toBe(Math.max(0, basePrice(now, longer) - basePrice(now, length)))
      expect(after.totalSen).toBe(before.totalSen + due.totalSen)
      expect(due.totalSen).toBeGreaterThanOrEqual(0)
    }),
  ))
