// Phone numbers, and the ways in which people write them.
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

const digits = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((list) => list.join(''))

/** Mobile and fixed numbers of Malaysia and of the countries whose people book here, as E.164. */
export const anyNumber = fc
  .oneof(
    ...(
      [
        ['+6012', 7],
        ['+6017', 7],
        ['+60111', 7],
        ['+603', 8],
        ['+6591', 6],
        ['+44791', 7],
        ['+8613', 9],
        ['+62812', 8],
        ['+1212', 7],
        ['+9198', 8],
      ] as const
    ).map(([begin, count]) => digits(count).map((rest) => begin + rest)),
  )
  .filter((number) => parsePhoneNumberFromString(number)?.isValid() ?? false)

const SCRIPTS = ['0123456789', '０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '०१२३४५६७८९']
const DIVIDERS = ['', ' ', '-', '.', '\u00a0', '\u2011', '\u2013', ' - ']
const MARKS = ['', '\u200e', '\u202a', '\u2068', '\ufeff']

/** One way of writing an E.164 number. */
export const spelled = (number: string): fc.Arbitrary<string> => {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed) throw new Error(`${number} is no number`)
  const { countryCallingCode: code, nationalNumber } = parsed
  const national = parsed.formatNational()
  const isHome = code === '60'
  const begins = [
    number,
    `00${code}${nationalNumber}`,
    `${code}${nationalNumber}`,
    parsed.formatInternational(),
    `(+${code}) ${nationalNumber}`,
    ...(isHome ? [national, `+${code} (0)${nationalNumber}`, `0${nationalNumber}`] : []),
  ]
  return fc
    .tuple(
      fc.constantFrom(...begins),
      fc.constantFrom(...SCRIPTS),
      fc.constantFrom(...MARKS),
      fc.array(fc.constantFrom(...DIVIDERS), { minLength: 20, maxLength: 20 }),
    )
    .map(
      ([begin, script, mark, dividers]) =>
        mark +
        [...begin]
          .map((letter, index) => {
            const at = '0123456789'.indexOf(letter)
            const shown = at < 0 ? letter : (script[at] ?? letter)
            const isBetween = at >= 0 && /\d/.test(begin[index + 1] ?? '')
            return shown + (isBetween && index > 3 ? (dividers[index % 20] ?? '') : '')
          })
          .join('') +
        mark,
    )
}
