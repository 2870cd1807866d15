// Today on the screen: what is pressed, and what stands around it, keeps its place.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { NowCard } from '@/components/admin/today/now-card'
import { TodoLines } from '@/components/admin/today/todo-list'
import { SessionRow } from '@/components/admin/today/session-row'
import { useKeptPlaces } from '@/components/admin/today/use-kept-places'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { TodaySession } from '@/lib/admin/today/schema'
import en from '@/messages/en.json'

const { today } = en.admin
const FROM = '2026-11-26T02:00:00.000Z'
const NOW = Date.parse('2026-11-26T02:30:00.000Z')
const SESSION: TodaySession = {
  ...{ id: 1, version: FROM, roomId: 1, from: FROM, to: '2026-11-26T03:00:00.000Z' },
  ...{ name: 'Aina Rahman', phone: null, whatsApp: '60123456789' },
  texts: { about: 'Hello', late: 'On your way?' },
  ...{ service: 'Audio Basic', people: null, addOns: [], wishes: null, state: 'paid', owedSen: 0 },
  ...{ member: false, arrivedAt: null, noShowAt: null, freeFrom: null, hour: null },
}
const ARRIVED = { ...SESSION, arrivedAt: '2026-11-26T02:31:00.000Z' }
const MISSED = { ...SESSION, noShowAt: '2026-11-26T02:31:00.000Z' }

const inConsole = (children: React.ReactNode) => (
  <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
      <SaveFrame>{children}</SaveFrame>
    </NextIntlClientProvider>
  </AppRouterContext>
)
const about = { room: null, now: NOW, href: '/admin/bookings/1', changed: () => {} }
const card = (session: TodaySession) => inConsole(<NowCard session={session} {...about} />)
const row = (session: TodaySession) => inConsole(<SessionRow session={session} {...about} />)
/** Everything that can be pressed, in its place. */
const pressed = (container: HTMLElement) =>
  [...container.querySelectorAll('a, button')].map((one) => one.tagName)

test.each([
  ['arrived', ARRIVED, 'Arrived 10:31'],
  ['did not come', MISSED, today.isNoShow],
])('nothing moves on a card when its customer is noted as %s', (_, noted, said) => {
  const { container, rerender } = render(card(SESSION))
  const before = pressed(container)
  rerender(card(noted))
  expect(pressed(container)).toEqual(before)
  expect(screen.getByRole('button', { name: said })).toBeDisabled()
  expect(screen.getAllByText(new RegExp(said))).toHaveLength(1)
})

test('nothing moves in a row when its customer is noted as arrived, and a new page is short', () => {
  const { container, rerender, unmount } = render(row(SESSION))
  const before = pressed(container)
  rerender(row(ARRIVED))
  expect(pressed(container)).toEqual(before)
  expect(screen.getByRole('button', { name: 'Arrived 10:31' })).toBeDisabled()
  unmount()
  render(row(ARRIVED))
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/Arrived 10:31/)).toBeVisible()
})

test('a slip that was sent for another booking too leads to that one, in the list and in its dialog', () => {
  const transfer = { id: 42, version: FROM, sameSlip: [41] }
  const todo = [
    { key: 'transfer-42', kind: 'slip' as const, name: 'Aina', amountSen: 107_17, at: null },
  ].map((line) => ({ ...line, href: '/admin/bookings/42', transfer }))
  render(inConsole(<TodoLines todo={todo} more={0} rest="" changed={() => {}} />))
  expect(screen.getByText(en.admin.transfer.same)).toBeVisible()
  expect(screen.getByRole('link', { name: '#41' })).toHaveAttribute('href', '/admin/bookings/41')
  fireEvent.click(screen.getByRole('button', { name: /^Received/ }))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.getByRole('link', { name: '#41' })).toBeVisible()
})

function Lines({ keys }: { keys: readonly { key: string }[] }) {
  return (
    <ul>
      {useKeptPlaces(keys).map(({ key, isGone }) => (
        <li key={key}>{isGone ? `${key} is done` : key}</li>
      ))}
    </ul>
  )
}

test('a line to do keeps its place when another is done, until the page is seen again', () => {
  const keys = (...names: string[]) => names.map((key) => ({ key }))
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const { rerender } = render(<Lines keys={keys('slip 1', 'slip 2', 'mail')} />)
  rerender(<Lines keys={keys('new', 'slip 2', 'mail')} />)
  expect(shown()).toEqual(['slip 1 is done', 'slip 2', 'mail', 'new'])
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(shown()).toEqual(['new', 'slip 2', 'mail'])
})
