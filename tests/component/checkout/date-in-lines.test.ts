import { dateInLines } from '@/components/checkout/ticket-part'
import { longDate } from '@/lib/time'

const DATE = '2026-12-06'

/** Where the browser may end a line, by the style the date has: at a blank and at a joint of no width. */
const lines = (locale: string) => dateInLines(DATE, locale).split(/ |\u200b/)

test('the large date of a ticket ends a line beside its weekday and nowhere else', () => {
  expect(lines('en')).toEqual(['Sunday,', 'December\u00a06,\u00a02026'])
  expect(lines('ms')).toEqual(['Ahad,', '6\u00a0Disember\u00a02026'])
  expect(lines('zh')).toEqual(['2026年12月6日', '星期日'])
})

test('it reads as the long date does', () => {
  for (const locale of ['en', 'ms', 'zh'])
    expect(dateInLines(DATE, locale).replaceAll('\u200b', '').replaceAll('\u00a0', ' ')).toBe(
      longDate(DATE, locale),
    )
})
