import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { HoursTable } from '@/components/hours'
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
  ['en' as const, en, 'Ramadan, 8 Feb 2027 – 9 Mar 2027'],
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

test('rooms with different hours are named, and so is a season of some rooms only', () => {
  const rooms = [
    { id: 1, name: 'Studio A', weekday: hours.weekday, weekend: hours.weekend },
    { id: 2, name: 'Studio B', weekday: { opens: 12, closes: 22 }, weekend: hours.weekend },
  ]
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <HoursTable hours={{ ...hours, rooms, seasons: [{ ...season, roomIds: [2] }] }} />
    </NextIntlClientProvider>,
  )
  const said = screen.getAllByRole('term').map((term) => {
    const { textContent } = term.parentElement ?? term
    return textContent
  })
  expect(said).toEqual([
    'Studio AMon–Fri 09:00–21:00; weekends and public holidays 10:00–17:00',
    'Studio BMon–Fri 12:00–22:00; weekends and public holidays 10:00–17:00',
    'Ramadan · Studio B, 8 Feb 2027 – 9 Mar 2027Mon–Fri 09:00–18:00; weekends and public holidays 10:00–17:00',
  ])
})

test('rooms with the same hours are not named', () => {
  const room = { weekday: hours.weekday, weekend: hours.weekend }
  const rooms = [
    { id: 1, name: 'Studio A', ...room },
    { id: 2, name: 'Studio B', ...room },
  ]
  const { container } = render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <HoursTable hours={hours} />
      <HoursTable hours={{ ...hours, rooms }} />
    </NextIntlClientProvider>,
  )
  const [one, several] = container.children
  expect(several?.outerHTML).toBe(one?.outerHTML)
})
