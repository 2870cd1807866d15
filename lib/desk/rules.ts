// What a spreadsheet takes for the beginning of a formula, also after blanks and in full width.
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/

/**
 * One field of a CSV file: quoted when it must be, and never a formula. A name like =HYPERLINK(…)
 * would otherwise run in the owner's spreadsheet; an apostrophe in front makes it text.
 */
export function csvField(value: string | number | null): string {
  const text = typeof value === 'number' ? String(value) : (value ?? '')
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180). */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map(csvField).join(',')}\r\n`
