import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDate } from '@/lib/time'

const COLUMNS = 'date,name_en,name_ms,name_zh,tentative'

/**
 * Public holidays of Kuala Lumpur as rows. Throws for a line that is not five plain columns: a typo
 * would open or close a day.
 */
export function holidays() {
  const [head, ...lines] = readFileSync(resolve('prisma/seed-data/malaysia-holidays.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
  if (head !== COLUMNS) throw new Error(`The holidays' columns must be ${COLUMNS}`)
  return lines.map((line) => {
    const [date, nameEn, nameMs, nameZh, tentative, ...rest] = line.split(',')
    const flagged = tentative === 'true' || tentative === 'false'
    if (!date || !isDate(date) || !nameEn || !nameMs || !nameZh || !flagged || rest.length > 0)
      throw new Error(`Not a holiday: ${line}`)
    return { date, nameEn, nameMs, nameZh, tentative: tentative === 'true' }
  })
}
