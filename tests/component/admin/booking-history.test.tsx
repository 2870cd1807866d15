import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { BookingHistory } from '@/components/admin/booking/booking-history'
import { NO_NAMES } from '@/lib/audit/words'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'

const AT = '2026-11-27T03:00:00.000Z'
const entry = (id: number, action: string, before: unknown, after: unknown) => ({
  ...{ id, actor: 'aina', action, before, after, at: AT },
})

test('a booking’s history says in the reader’s words what was done', () => {
  const history = [
    entry(1, 'cancel', { status: 'confirmed' }, { status: 'cancelled', refund: 'full' }),
    entry(2, 'arrival', { arrival: 'expected' }, { arrival: 'no_show' }),
    entry(3, 'transfer', { status: 'pending' }, { transferDecision: 'not_received' }),
    entry(4, 'extend', { duration: 'hourly', hours: 1 }, { duration: 'half-day', hours: 4 }),
    entry(5, 'note', null, { note: 7 }),
  ]
  render(
    <NextIntlClientProvider locale="ms" timeZone="Asia/Kuala_Lumpur" messages={ms as never}>
      <BookingHistory history={history} names={NO_NAMES} />
    </NextIntlClientProvider>,
  )
  const said = screen.getAllByRole('listitem').map((item) => item.textContent)
  const all = said.join('\n')
  for (const raw of ['confirmed', 'cancelled', 'full', 'no_show', 'not_received', 'half-day'])
    expect(all).not.toContain(raw)
  expect(all).toContain('Dibatalkan')
  expect(all).toContain('Tidak hadir')
  expect(all).toContain('tidak diterima')
  expect(all).toContain('aina')
})

test('what was set, changed and removed is read as such, with rooms, dates, money and ways to pay', () => {
  const history = [
    entry(1, 'create', null, {
      payment: 'cash',
      total: '385.37',
      date: '2026-12-01',
      serviceId: 3,
    }),
    entry(2, 'reschedule', { date: '2026-12-01', roomId: 1 }, { date: '2026-12-02', roomId: 2 }),
    entry(3, 'refund', null, { amount: '30.00', payment: 12, method: 'duitnow' }),
    entry(4, 'unnote', { note: 7 }, null),
    entry(
      5,
      'undo',
      { arrival: 'no_show', refund: 'full' },
      { arrival: 'expected', refund: 'none' },
    ),
    entry(6, 'of_an_earlier_site', { status: '' }, { status: null }),
  ]
  const names = { rooms: { 1: 'Bilik A', 2: 'Bilik B' }, services: { 3: 'Rakaman Audio' } }
  render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
      <BookingHistory history={history} names={names} />
    </NextIntlClientProvider>,
  )
  const lines = screen
    .getAllByRole('listitem')
    .map((item) => item.textContent)
    .filter((line) => !line?.includes('aina'))
  expect(lines).toEqual([
    'Payment: cash',
    'Total: RM385.37',
    'Date: Tue 1 Dec 2026',
    'Service: Rakaman Audio',
    'Date: Tue 1 Dec 2026 → Wed 2 Dec 2026',
    'Room: Bilik A → Bilik B',
    'Amount: RM30.00',
    'Payment: #12',
    'How it was paid: DuitNow',
    'Note removed: #7',
    'Arrival: No-show → Not yet',
    'Refund: all of it, asked for → not given',
  ])
  expect(document.body).not.toHaveTextContent('of_an_earlier_site')
})
