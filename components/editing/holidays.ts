/**
 * All public holidays, eight digits each: pages carry them in their text, where each character
 * counts.
 */
export const holidayDigits = (dates: readonly string[]): string =>
  dates.join('').replaceAll('-', '')

/** The dates in what `holidayDigits` wrote. */
export const holidaysIn = (digits: string): Set<string> =>
  new Set(digits.match(/\d{8}/g)?.map((day) => day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')))
