import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateWords, dateText } from '@/lib/i18n/date-words'
import { datesIn, shortDay } from '@/lib/i18n/dates'
import { LOCALES } from '@/lib/i18n/routing'

// 26 November, 23:30 in the studio.
const AT = new Date('2026-11-26T15:30:00Z')
const DAY = { day: 'numeric', month: 'short' } as const
const MONTH_FIRST = /[A-Z][a-z]{2,8} \d{1,2}\b(?!:)/

/** Ways to write a date that are in the project, and how English writes them. */
const WRITTEN: [Intl.DateTimeFormatOptions, string][] = [
  [DAY, '26 Nov'],
  [{ ...DAY, year: 'numeric' }, '26 Nov 2026'],
  [{ ...DAY, weekday: 'short' }, 'Thu 26 Nov'],
  [{ ...DAY, weekday: 'short', year: 'numeric' }, 'Thu 26 Nov 2026'],
  [{ ...DAY, month: 'long', year: 'numeric' }, '26 November 2026'],
  [{ ...DAY, hour: '2-digit', minute: '2-digit' }, '26 Nov, 23:30'],
  [{ ...DAY, weekday: 'short', hour: '2-digit', minute: '2-digit' }, 'Thu 26 Nov, 23:30'],
  [{ dateStyle: 'medium' }, '26 Nov 2026'],
  [{ dateStyle: 'medium', timeStyle: 'short' }, '26 Nov 2026, 23:30'],
  [{ dateStyle: 'long' }, '26 November 2026'],
  [{ dateStyle: 'full' }, 'Thursday 26 November 2026'],
  [{ month: 'long', year: 'numeric' }, 'November 2026'],
]

test.each(WRITTEN)('English writes %j as %s, in the studio’s zone', (options, written) => {
  expect(datesIn('en').dateTime(AT, options)).toBe(written)
})

test.each(LOCALES)(
  'in %s no time of day has a half, and days in short read as in the tape',
  (locale) => {
    expect(datesIn(locale).dateTime(AT, { timeStyle: 'short' })).toBe('23:30')
    const words = dateWords(locale, { ...DAY, weekday: 'short' })
    expect(shortDay(AT, locale)).toBe(dateText(words, '2026-11-26'))
  },
)

/** Each of our files in these folders, with its text. */
const sources = (...folders: string[]): [path: string, text: string][] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('generated'))
    .map((path) => [path, readFileSync(path, 'utf8')])

test('every date is written by one of three files', () => {
  const own = sources('app', 'components', 'lib', 'server')
    .filter(([, text]) => /DateTimeFormat\(|toLocale(Date|Time)String/.test(text))
    .map(([path]) => path)
    // It reads how far a time zone is from UTC and writes nothing.
    .filter((path) => path !== 'lib/admin/feeds/busy.ts')
  expect(own.sort()).toEqual(['lib/i18n/date-words.ts', 'lib/i18n/dates.ts', 'lib/time.ts'])
  // A formatter of next-intl writes English dates the American way: it is for lists and numbers.
  const american = sources('app', 'components').filter(
    ([, text]) => /Formatter\b/.test(text) && /\b(format|useFormatter\(\))\.dateTime/.test(text),
  )
  expect(american.map(([path]) => path)).toEqual([])
})

test.each(LOCALES)('no sentence in %s has a date of its own, or writes one', (locale) => {
  const text = readFileSync(`messages/${locale}.json`, 'utf8')
  expect(text).not.toMatch(/\{\w+, (date|time)\b/)
  expect(text).not.toMatch(
    new RegExp(`(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)${/\w* \d{1,2}\b/.source}`),
  )
  expect(datesIn(locale).dateTime(AT, DAY)).not.toMatch(MONTH_FIRST)
})
