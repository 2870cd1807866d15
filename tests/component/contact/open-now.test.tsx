import { act, render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { OpenNow } from '@/components/contact/open-now'
import { noteServerTime } from '@/components/browser/clock'
import { DEFAULT_HOURS } from '@/lib/studio'
import { dateWords } from '@/lib/i18n/date-words'
import en from '@/messages/en.json'
import zh from '@/messages/zh.json'

const at = (instant: string, locale: 'en' | 'ms' | 'zh' = 'en') => {
  jest.useFakeTimers({ now: new Date(instant) })
  noteServerTime(new Date(instant).toUTCString())
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <OpenNow
        weekdays={dateWords(locale, { weekday: 'long' }).weekdays}
        hours={DEFAULT_HOURS}
        holidays={['2026-12-25']}
        closedDays={['2027-02-17', '2027-02-18']}
      />
    </NextIntlClientProvider>,
  )
}
afterEach(() => jest.useRealTimers())

test.each([
  ['2026-11-24T04:00:00Z', 'Open now, until 21:00'],
  ['2026-11-24T14:00:00Z', 'Closed now, opens Wednesday at 09:00'],
  ['2026-11-24T00:30:00Z', 'Closed now, opens at 09:00 today'],
  ['2026-12-25T04:00:00Z', 'Open now, until 17:00 (public holiday)'],
])('at %s it says %s, whatever zone the visitor is in', (instant, sentence) => {
  at(instant)
  expect(screen.getByText(sentence)).toBeInTheDocument()
})

test('closes while one looks at it', () => {
  at('2026-11-24T12:59:30Z')
  expect(screen.getByText('Open now, until 21:00')).toBeInTheDocument()
  act(() => void jest.advanceTimersByTime(31_000))
  expect(screen.getByText('Closed now, opens Wednesday at 09:00')).toBeInTheDocument()
})

test('days are named in the page’s language', () => {
  at('2026-11-24T14:00:00Z', 'ms')
  expect(screen.getByText(/Rabu/)).toBeInTheDocument()
})

test('who answers is named while they do, once the owner has entered somebody', () => {
  jest.useFakeTimers({ now: new Date('2026-11-24T04:00:00Z') })
  noteServerTime(new Date('2026-11-24T04:00:00Z').toUTCString())
  const page = (locale: 'en' | 'zh') => (
    <NextIntlClientProvider locale={locale} messages={locale === 'en' ? en : zh}>
      <OpenNow
        {...{ hours: DEFAULT_HOURS, holidays: [], closedDays: [], replier: 'Farah' }}
        weekdays={dateWords(locale, { weekday: 'long' }).weekdays}
      />
    </NextIntlClientProvider>
  )
  const { rerender } = render(page('en'))
  expect(screen.getByText('Farah replies until 21:00')).toBeInTheDocument()
  rerender(page('zh'))
  expect(screen.getByText('Farah 在线回复，至 21:00')).toBeInTheDocument()
})
