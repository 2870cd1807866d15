import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'
import { isDate } from '@/lib/time'

const COLUMNS = ['date', 'name', ...TRANSLATED_LOCALES, 'tentative']

/**
 * Public holidays of Kuala Lumpur as rows. Throws for a line that is not five plain columns: a typo
 * would open or close a day.
 */
export function holidays() {
  const [head, ...lines] = readFileSync(resolve('prisma/seed-data/malaysia-holidays.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
  if (head !== COLUMNS.join()) throw new Error(`The holidays' columns must be ${COLUMNS.join()}`)
  return lines.map((line) => {
    const cells = line.split(',')
    const [date, name, ...names] = cells
    const tentative = names.pop()
    const flagged = tentative === 'true' || tentative === 'false'
    if (!date || !isDate(date) || !name || !flagged || cells.length !== COLUMNS.length)
      throw new Error(`Not a holiday: ${line}`)
    const translations = Object.fromEntries(
      TRANSLATED_LOCALES.flatMap((locale, at) =>
        names[at] ? [[locale, { name: names[at] }]] : [],
      ),
    )
    return { date, name, translations, tentative: tentative === 'true' }
  })
}
