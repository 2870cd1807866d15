import { stringify } from 'csv-stringify/sync'

// Characters that a spreadsheet reads as the start of a formula, also after spaces and in full
// width. The library's own list ignores spaces.
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula gets a leading
 * apostrophe; otherwise a name like =HYPERLINK(…) would run in the administrator's spreadsheet.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  stringify([fields], {
    record_delimiter: 'windows',
    quoted_match: /['\r\n]/,
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  })
