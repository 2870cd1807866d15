// Pages that the browser translates: it puts nodes of its own in place of React's texts.
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { AddressList } from '@/components/admin/account/address-list'
import { CalendarGrid } from '@/components/admin/calendar/calendar-grid'
import { SettingsSearch } from '@/components/admin/settings/settings-search'
import { BankDetails } from '@/components/admin/shared/bank-details'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { BankDetailsForm } from '@/components/manage/bank-details-form'
import type { Entry, RoomsView } from '@/lib/admin/calendar/schema'
import en from '@/messages/en.json'
import { translatePage, type Translator } from '@/tests/support/translator'

const { account, bankDetails: asked, calendar, settingsIndex } = en.admin
const router = { refresh: jest.fn(), push: jest.fn(), replace: jest.fn() }
const answers: [status: number, body: object | null][] = []
let translator: Translator

beforeEach(() => {
  answers.length = 0
  globalThis.fetch = (async () => {
    const [status, body] = answers.shift() ?? [204, null]
    const text = async () => (body === null ? '' : JSON.stringify(body))
    return { ok: status < 400, status, headers: new Headers(), text } as unknown as Response
  }) as typeof fetch
})
afterEach(() => {
  expect(translator.stale()).toEqual([])
  translator.stop()
  history.replaceState(null, '', '/')
})

/** Shown, and translated from then on. */
function show(part: ReactNode) {
  render(
    <AppRouterContext value={router as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>{part}</SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  translator = translatePage()
}
const words = (text: string) => new RegExp(text.replace(/[.?()]/g, '\\$&'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name: words(name) }))

test('a customer enters an account, is corrected, and reads that it arrived', async () => {
  history.replaceState(null, '', '#abcdefghijklmnopqrstuv')
  const open = { state: 'open', amountSen: 107_17, until: '2026-12-11T04:00:00.000Z' }
  answers.push([200, open])
  show(<BankDetailsForm />)
  expect(await screen.findByText(/RM107\.17/)).toBeVisible()
  const { fields } = en.bankDetails
  await press(en.bankDetails.submit)
  await userEvent.selectOptions(screen.getByLabelText(words(fields.bank)), 'other')
  await userEvent.type(screen.getByLabelText(words(fields.otherBank)), 'Bank')
  await userEvent.selectOptions(screen.getByLabelText(words(fields.bank)), 'Maybank')
  await userEvent.type(screen.getByLabelText(words(fields.holder)), 'Siti')
  await userEvent.type(screen.getByLabelText(words(fields.number)), '5140 1234 5678')
  answers.push([503, { message: 'Please try again.', code: 'unavailable' }])
  await press(en.bankDetails.submit)
  expect(await screen.findByText(/Please try again\./)).toBeVisible()
  answers.push([204, null], [200, { ...open, state: 'answered' }])
  await press(en.bankDetails.submit)
  expect(await screen.findByText(words(en.bankDetails.done))).toBeVisible()
})

test('an account is asked for, shown, and the form withdrawn', async () => {
  const standing = { until: '2026-12-11T04:00:00.000Z', amountSen: 1, canAsk: true }
  answers.push([200, { ...standing, state: 'none', hasAccount: false }])
  show(<BankDetails paymentId={1} />)
  await screen.findByRole('button', { name: words(asked.ask) })
  answers.push([200, { ...standing, state: 'answered', hasAccount: true }])
  await press(asked.ask)
  await screen.findByRole('button', { name: words(asked.show) })
  answers.push([200, { bank: 'Maybank', holder: 'Siti', number: '514012345678' }])
  await press(asked.show)
  expect(await screen.findByText('514012345678')).toBeVisible()
  answers.push([204, null])
  await press(asked.withdraw)
  await waitFor(() => expect(screen.queryByText('514012345678')).toBeNull())
})

test('an address of a calendar is made, as it is, and another removed', async () => {
  const rooms = [1, 2].map((id) => ({ id, name: `Room ${id}` }))
  const line = { id: 7, room: null, createdAt: '2026-11-27T01:00:00.000Z', lastReadAt: null }
  show(<AddressList addresses={[line]} rooms={rooms} />)
  const address = 'https://studio.example/calendar/abcdefghijklmnopqrstuv.ics'
  answers.push([201, { id: 8, address }])
  await press(account.addresses.add)
  expect(await screen.findByDisplayValue(address)).toBeVisible()
  await press('Remove the address of')
  await press(account.addresses.remove)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a session is lifted, moved and put back by keyboard, and a free hour is chosen', async () => {
  const entry: Entry = {
    ...{ id: 1, roomId: 1, date: '2026-12-01', from: '10:00', to: '11:00', kind: 'booking' },
    ...{ state: 'paid', reason: null, feed: null, began: null, block: null, turnaround: 0 },
    booking: {
      ...{ id: 12, client: 'Nur 🌸 Aïsha', service: 'Podcast', serviceId: 1, roomId: 1, hours: 1 },
      ...{ status: 'confirmed', duration: 'hourly', date: '2026-12-01', time: '10:00' },
      ...{ whatsApp: null, version: '2026-11-27T01:00:00.000Z' },
    } as Entry['booking'] & object,
  }
  const column = { ...{ date: '2026-12-01', room: 'Studio', holiday: null, closed: false } }
  const view: RoomsView = {
    columns: [1, 2].map((roomId) => ({ ...column, roomId, opens: 9, closes: 13 })),
    ...{ entries: [entry], hours: { first: 9, last: 13 } },
  }
  show(
    <CalendarGrid
      {...{ view, clock: { date: '2026-11-27', time: '12:00' }, locale: 'en', severalRooms: true }}
      {...{ open: jest.fn(), drop: jest.fn(), block: jest.fn(), hrefOf: () => '/x' }}
    />,
  )
  const session = screen.getByRole('button', { name: /Nur 🌸 Aïsha/ })
  act(() => session.focus())
  for (const keys of [' ', '{ArrowDown}', '{ArrowRight}', '{ArrowUp}', '{Escape}'])
    await userEvent.keyboard(keys)
  expect(screen.getByRole('status')).toHaveTextContent(words(calendar.keys.putBack))
  await userEvent.click(screen.getAllByRole('link', { name: /09:00/ })[0] as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: words(calendar.blockHere) })).toBeVisible()
})

test('settings are searched, with results and with none', async () => {
  const index = [
    { href: '/admin/settings/prices#setting-tax', label: 'Tax', where: 'Prices', text: 'tax' },
  ]
  show(
    <SettingsSearch locale="en" index={index}>
      <p>All pages</p>
    </SettingsSearch>,
  )
  const field = screen.getByRole('searchbox', { name: settingsIndex.search })
  for (const typed of ['tax', 'q', '{Escape}', 'tax']) await userEvent.type(field, typed)
  expect(screen.getByRole('link', { name: /Tax/ })).toBeVisible()
  await userEvent.clear(field)
  expect(screen.getByText(/All pages/)).toBeVisible()
})
