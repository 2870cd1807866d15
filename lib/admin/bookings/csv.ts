import { stringify } from 'csv-stringify/sync'

// Characters that a spreadsheet reads as the start of a formula, also after spaces and in full
// width. The library's own list ignores spaces.
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/

// What a spreadsheet takes for a number and changes: leading zeros go, more than eleven digits are
// rounded (202301012345 becomes 2.02E+11), 12E3 is calculated. ASCII digits only, so that what is
// written as a formula can be nothing but this text.
const CODE = /^(?:0\d[\d ]*|\d{12,}|\d+[eE]\d+)$/

// What it takes for a day: DEC25 becomes 25 December, 3/4 the 3rd of April, 2026-11 a November. A whole
// day as we write it (2026-11-25) is meant as one.
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?' +
  '|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = new RegExp(
  `^(?:${MONTH}[-/ ]?\\d{1,4}|\\d{1,4}[-/ ]?${MONTH}(?:[-/ ]?\\d{1,4})?|\\d{1,4}[-/]\\d{1,4}` +
    '|\\d{1,2}([-/])\\d{1,2}\\1\\d{2,4}|\\d{4}/\\d{1,2}/\\d{1,2})$',
  'i',
)
const isTaken = (text: string): boolean => CODE.test(text) || DAY.test(text)

/**
 * RFC 4180. A code that a spreadsheet would change is written as ="022", as which it is
 * kept. Text that a spreadsheet would read as a formula gets a leading apostrophe; otherwise a name
 * like =HYPERLINK(…) would run in the administrator's spreadsheet.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  stringify([fields], {
    record_delimiter: 'windows',
    quoted_match: /['\r\n]/,
    cast: {
      string: (text) => (isTaken(text) ? `="${text}"` : FORMULA.test(text) ? `'${text}` : text),
    },
  })
