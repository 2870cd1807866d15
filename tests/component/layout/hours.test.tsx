import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { HoursTable } from '@/components/layout/hours'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'

const season = {
  from: '2027-02-08',
  to: '2027-03-09',
  name: 'Ramadan',
  weekday: { opens: 9, closes: 18 },
  weekend: { opens: 10, closes: 17 },
}
const hours = {
  weekday: { opens: 9, closes: 21 },
  weekend: { opens: 10, closes: 17 },
  seasons: [season],
}

test.each([
  ['en' as const, en, 'Ramadan, Feb 8, 2027 – Mar 9, 2027'],
  ['ms' as const, ms, 'Ramadan, 8 Feb 2027 – 9 Mac 2027'],
  ['zh' as const, zh, 'Ramadan（2027年2月8日至2027年3月9日）'],
])('a season’s days are written as people write them (%s)', (locale, messages, said) => {
  render(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Asia/Kuala_Lumpur">
      <HoursTable hours={hours} />
    </NextIntlClientProvider>,
  )
  expect(screen.getByText(said)).toBeInTheDocument()
})
