// The search of the console and its shortcuts: what is shown for what was typed, and which keys do it.
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { ShortcutChoice } from '@/components/admin/account/shortcut-choice'
import { Screen } from '@/components/admin/frame/screen'
import { SearchFrame } from '@/components/admin/frame/search-frame'
import { shortcutReader } from '@/components/admin/frame/shortcuts'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { Found } from '@/lib/admin/search/schema'
import en from '@/messages/en.json'

const { search: words, shortcuts } = en.admin
const NOTHING: Found = { bookings: [], customers: [], orders: [], places: [] }
const booking = (id: number) => ({
  ...{ id, name: `Guest ${id}`, service: 'Podcast', date: '2026-12-01', time: '10:00' },
})
const push = jest.fn()
const asked: string[] = []
/** What is found, by what was typed; a promise is an answer that is late, null none at all. */
const answers = new Map<string, Found | Promise<Found> | null>()

beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollIntoView = () => undefined
})

beforeEach(() => {
  localStorage.clear()
  answers.clear()
  asked.length = 0
  push.mockClear()
  globalThis.fetch = (async (path: string) => {
    const query = new URL(path, 'https://s.example').searchParams.get('query') ?? ''
    asked.push(query)
    const found = answers.get(query)
    if (found === null) throw new TypeError('no network')
    const text = JSON.stringify(found === undefined ? NOTHING : await found)
    return { ok: true, status: 200, headers: new Headers(), text: async () => text }
  }) as unknown as typeof fetch
  render(
    <AppRouterContext value={{ push } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <SearchFrame>
            <Screen title="Today">
              <input aria-label="a field" />
              <ShortcutChoice />
            </Screen>
          </SearchFrame>
        </SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
})

const opener = () => screen.getByRole('button', { name: words.open })
const field = () => screen.findByRole('combobox')
const option = (name: RegExp) => screen.findByRole('option', { name })
const keys = (typed: string) => userEvent.keyboard(typed)
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const open = async () => {
  await userEvent.click(opener())
  await waitFor(async () => expect(await field()).toHaveFocus())
}

test('a press, a number and Enter lead to its booking', async () => {
  answers.set('29', { ...NOTHING, bookings: [booking(29), booking(2)] })
  await open()
  await keys('29')
  expect(await option(/#29 Guest 29/)).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByText('2 results')).toBeInTheDocument()
  await keys('{Enter}')
  expect(push.mock.calls).toEqual([['/admin/bookings/29']])
  await isClosed()
})

test('arrows choose among people, orders and places', async () => {
  answers.set('ha', {
    ...NOTHING,
    customers: [{ key: 7, name: 'Hakim', reach: '012-345 6789' }],
    orders: [{ id: 4, name: 'Hakim', status: 'paid' }],
    places: [{ name: 'Chat', path: '/admin/inbox' }],
  })
  for (const [presses, path] of [
    ['', '/admin/customers/7'],
    ['{ArrowDown}', '/admin/orders?q=%234'],
    ['{ArrowDown}{ArrowDown}', '/admin/inbox'],
  ] as const) {
    await open()
    await keys('ha')
    await option(/Chat/)
    await keys(`${presses}{Enter}`)
    expect(push).toHaveBeenLastCalledWith(path)
    await isClosed()
  }
})

test('an answer that comes late is not shown for what is typed by then', async () => {
  let answerLate = (_: Found) => {}
  answers.set('ab', new Promise<Found>((resolve) => (answerLate = resolve)))
  answers.set('abc', { ...NOTHING, bookings: [booking(3)] })
  await open()
  await keys('ab')
  await waitFor(() => expect(asked).toContain('ab'))
  await keys('c')
  await option(/#3 /)
  await act(async () => answerLate({ ...NOTHING, bookings: [booking(1)] }))
  expect(screen.getAllByRole('option')).toHaveLength(1)
  expect(await option(/#3 /)).toBeInTheDocument()
})

test('Escape returns the focus to the button', async () => {
  await open()
  await keys('{Escape}')
  await isClosed()
  await waitFor(() => expect(opener()).toHaveFocus())
})

test('nothing found is a sentence, and no answer one with a second try', async () => {
  answers.set('zz', null)
  await open()
  await keys('zz')
  expect(await screen.findByText(words.failed)).toBeInTheDocument()
  answers.delete('zz')
  await userEvent.click(screen.getByRole('button', { name: words.retry }))
  expect(await screen.findByText('Nothing was found for “zz”.')).toBeInTheDocument()
})

describe('shortcuts', () => {
  test.each(['/', '{Control>}k{/Control}'])('%s opens the search', async (typed) => {
    await keys(typed)
    await waitFor(async () => expect(await field()).toHaveFocus())
    expect(await field()).toHaveValue('')
  })

  test('lead to the places', async () => {
    for (const typed of ['gt', 'gc', 'gi', 'go', 'n']) await keys(typed)
    expect(push.mock.calls.flat()).toEqual([
      ...['/admin/today', '/admin/calendar', '/admin/inbox', '/admin/orders'],
      '/admin/bookings/new',
    ])
  })

  test.each([
    '{Control>}n{/Control}',
    '{Alt>}/{/Alt}',
    '{Shift>}N{/Shift}',
    'xt',
    'g{Alt>}t{/Alt}',
  ])('%s is none', async (typed) => {
    await keys(typed)
    expect(push).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a second key counts for a second, and a press without a key for nothing', () => {
    const shortcutOf = shortcutReader()
    const press = (key: string | undefined, timeStamp: number) =>
      shortcutOf({ key, timeStamp, getModifierState: () => false } as unknown as KeyboardEvent)
    press('g', 0)
    expect(press(undefined, 500)).toBeNull()
    expect(press('t', 999)).toBe('/admin/today')
    press('g', 2_000)
    expect(press('t', 3_001)).toBeNull()
    press('G', 4_000)
    expect(press('C', 4_100)).toBe('/admin/calendar')
  })

  test('are listed by a question mark', async () => {
    await keys('{Shift>}?{/Shift}')
    expect(await screen.findByRole('dialog', { name: shortcuts.title })).toHaveTextContent(
      'G then T',
    )
  })

  test('do nothing in a field or in a dialog', async () => {
    await userEvent.type(screen.getByLabelText('a field'), 'n/gt?')
    expect(screen.getByLabelText('a field')).toHaveValue('n/gt?')
    await keys('{Control>}k{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await open()
    await userEvent.tab()
    await keys('n')
    expect(push).not.toHaveBeenCalled()
  })

  test('do nothing once they are switched off, and are there again', async () => {
    const choice = () => screen.getByRole('checkbox', { name: shortcuts.setting })
    expect(choice()).toBeChecked()
    await userEvent.click(choice())
    choice().blur()
    expect(localStorage.getItem('console-shortcuts')).toBe('off')
    await keys('n')
    expect(push).not.toHaveBeenCalled()
    await userEvent.click(choice())
    choice().blur()
    await keys('n')
    expect(push).toHaveBeenCalledTimes(1)
  })
})
