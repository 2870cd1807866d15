import { dateText, dateWords } from '@/lib/i18n/date-words'
import { LOCALES } from '@/lib/i18n/routing'
import { addDays } from '@/lib/time'

const KINDS = {
  'a day in full': { dateStyle: 'full' },
  'a day in short': { weekday: 'short', day: 'numeric', month: 'short' },
  'a month': { month: 'long', year: 'numeric' },
} as const
const TAGS = { en: 'en-US', ms: 'ms-MY', zh: 'zh-CN' }

describe.each(LOCALES)('%s', (locale) => {
  test.each(Object.entries(KINDS))(
    '%s is written as Intl writes it, every day of four years',
    (_, options) => {
      const words = dateWords(locale, options, locale)
      const format = new Intl.DateTimeFormat(TAGS[locale], { ...options, timeZone: 'UTC' })
      for (let date = '2026-01-01'; date < '2030-01-01'; date = addDays(date, 1))
        expect(dateText(words, date)).toBe(format.format(new Date(`${date}T00:00:00Z`)))
    },
  )
})

test('unless told otherwise, English has the day first', () => {
  const words = dateWords('en', KINDS['a day in short'])
  expect(dateText(words, '2026-11-24')).toMatch(/^Tue,? 24 Nov$/)
})
