import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { digitsToFind, e164Of } from '@/lib/phones'
import '@/tests/support/properties'
import { anyNumber, spelled } from '@/tests/support/numbers'

test.each([
  ['012-345 6789', '+60123456789'],
  ['60123456789', '+60123456789'],
  ['+60 12-345 6789', '+60123456789'],
  ['+60 (0)12 345 6789', '+60123456789'],
  ['0060 12 345 6789', '+60123456789'],
  ['+6 012-345 6789', '+60123456789'],
  ['12-345 6789', '+60123456789'],
  ['‎\u202a+60 12‑345 6789\u202c', '+60123456789'],
  ['０１２－３４５　６７８９', '+60123456789'],
  ['٠١٢ ٣٤٥ ٦٧٨٩', '+60123456789'],
  ['tel:+60123456789', '+60123456789'],
  ['011-1234 5678', '+601112345678'],
  ['03-2141 8888', '+60321418888'],
  ['03-2141 8888 ext 12', '+60321418888'],
  ['6591234567', '+6591234567'],
  ['+65 9123 4567', '+6591234567'],
  ['0044 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['8613800138000', '+8613800138000'],
  ['999', ''],
  ['no number', ''],
  ['', null],
  [null, null],
])('%j is %j', (typed, value) => expect(e164Of(typed)).toBe(value))

test('any spelling of a number has its value, and finds it by its digits', () =>
  fc.assert(
    fc.property(
      anyNumber.chain((number) => fc.tuple(fc.constant(number), spelled(number))),
      ([number, typed]) => {
        expect([typed, e164Of(typed)]).toEqual([typed, number])
        expect(digitsToFind(typed).some((run) => number.includes(run))).toBe(true)
      },
    ),
  ))

test('the numbers that the property draws are real ones', () => {
  for (const number of fc.sample(anyNumber, 50))
    expect([number, parsePhoneNumberFromString(number)?.isValid()]).toEqual([number, true])
})

test.each([
  ['6789', ['6789']],
  ['012-345', ['12345']],
  ['0123', ['0123']],
  ['678', []],
  ['Lim 6789', []],
  ['2026-12-01', ['20261201', '6020261201']],
])('digits to find by %j: %j', (typed, runs) => expect(digitsToFind(typed)).toEqual(runs))
