import { stringify } from 'csv-stringify/sync'

// What a spreadsheet takes for the beginning of a formula, also after blanks and in full width; the
// library's own list knows no blanks.
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula begins with
 * an apostrophe: a name like =HYPERLINK(…) would otherwise run in the administrator's spreadsheet.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  stringify([fields], {
    record_delimiter: 'windows',
    quoted_match: /['\r\n]/,
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  })
