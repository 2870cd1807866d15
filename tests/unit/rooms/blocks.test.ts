import { byDay } from '@/lib/rooms/blocks'

test('what lasts over midnight is cut there, by the studio’s clock', () => {
  const span = {
    startsAt: new Date('2026-12-01T14:30:00Z'),
    endsAt: new Date('2026-12-02T17:00:00Z'),
  }
  expect(byDay(span)).toEqual([
    { date: '2026-12-01', from: '22:30', to: '24:00' },
    { date: '2026-12-02', from: '00:00', to: '24:00' },
    { date: '2026-12-03', from: '00:00', to: '01:00' },
  ])
  expect(
    byDay({ startsAt: new Date('2026-12-01T01:00:00Z'), endsAt: new Date('2026-12-01T16:00:00Z') }),
  ).toEqual([{ date: '2026-12-01', from: '09:00', to: '24:00' }])
})
