import { stringify } from 'csv-stringify/sync'

// Characters that a spreadsheet reads as the start of a formula, also after spaces and in full
// width. The library's own list ignores spaces.
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/

// What a spreadsheet takes for a number and changes: leading zeros go, more than eleven digits are
// rounded (202301012345 becomes 2.02E+11), 12E3 is calculated. ASCII digits only, so that what is
// written as a formula can be nothing but this text.
const CODE = /^(?:0\d[\d ]*|\d{12,}|\d+[eE]\d+)$/

/**
 * RFC 4180. A code of digits is written as ="022", as which spreadsheets keep it. Text that a
 * spreadsheet would read as a formula gets a leading apostrophe; otherwise a name like
 * =HYPERLINK(…) would run in the administrator's spreadsheet.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  stringify([fields], {
    record_delimiter: 'windows',
    quoted_match: /['\r\n]/,
    cast: {
      string: (text) => (CODE.test(text) ? `="${text}"` : FORMULA.test(text) ? `'${text}` : text),
    },
  })
