import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { BookingHistory } from '@/components/admin/booking/booking-history'
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
      <BookingHistory history={history} />
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
