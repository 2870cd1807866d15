import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'
import { isDate } from '@/lib/time'

const isTranslated = (word: string): boolean => TRANSLATED_LOCALES.some((one) => one === word)

/**
 * Public holidays of Kuala Lumpur as rows; a language without a column uses the English names.
 * Throws for a line with another number of columns than the header: a typo would open or close a
 * day.
 */
export function holidays() {
  const [head = '', ...lines] = readFileSync(
    resolve('prisma/seed-data/malaysia-holidays.csv'),
    'utf8',
  )
    .trim()
    .split(/\r?\n/)
  const columns = head.split(',')
  const languages = columns.slice(2, -1)
  const expected = ['date', 'name', ...languages, 'tentative'].join()
  if (head !== expected || !languages.every(isTranslated))
    throw new Error(`The holidays' columns must be date, name, languages, tentative: ${head}`)
  return lines.map((line) => {
    const cells = line.split(',')
    const [date, name, ...names] = cells
    const tentative = names.pop()
    const flagged = tentative === 'true' || tentative === 'false'
    if (!date || !isDate(date) || !name || !flagged || cells.length !== columns.length)
      throw new Error(`Not a holiday: ${line}`)
    const translations = Object.fromEntries(
      languages.flatMap((locale, at) => (names[at] ? [[locale, { name: names[at] }]] : [])),
    )
    return { date, name, translations, tentative: tentative === 'true' }
  })
}
