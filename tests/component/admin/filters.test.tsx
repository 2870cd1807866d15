// The filters of the console's lists: applied as they are chosen, and never in the way of who types.
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { FilterMonth, Filters, FilterSelect, FilterText } from '@/components/admin/shared/filters'
import en from '@/messages/en.json'

const replace = jest.fn()
beforeEach(() => {
  replace.mockClear()
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

const filters = ({ q = '', status = '', month = '2026-11' } = {}) => (
  <AppRouterContext value={{ replace } as unknown as AppRouterInstance}>
    <NextIntlClientProvider locale="en" messages={en as never}>
      <Filters path="/admin/orders" label="Filter orders">
        <FilterText id="q" name="q" label="Search" value={q} />
        <FilterSelect
          id="status"
          name="status"
          label="Status"
          value={status}
          all="All"
          options={[['paid', 'Paid']]}
        />
        <FilterMonth id="month" name="month" label="Month" value={month} />
      </Filters>
    </NextIntlClientProvider>
  </AppRouterContext>
)
const show = (values?: Parameters<typeof filters>[0]) => render(filters(values))
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
const search = () => screen.getByRole('searchbox', { name: 'Search' })
const status = () => screen.getByRole('combobox', { name: 'Status' })
const pause = (ms = 400) => act(() => void jest.advanceTimersByTime(ms))
const went = () => replace.mock.calls.map(([path]) => path as string)

test('a choice is applied at once, without what is empty', async () => {
  show()
  await user.selectOptions(status(), 'paid')
  expect(replace.mock.calls).toEqual([
    ['/admin/orders?status=paid&month=2026-11', { scroll: false }],
  ])
})

test('what is typed is applied after a pause, once, or at once by Enter', async () => {
  show()
  await user.type(search(), 'aina')
  expect(went()).toEqual([])
  pause()
  expect(went()).toEqual(['/admin/orders?q=aina&month=2026-11'])
  await user.type(search(), ' r{Enter}')
  expect(went()[1]).toBe('/admin/orders?q=aina+r&month=2026-11')
  pause(2_000)
  expect(went()).toHaveLength(2)
})

test('who types is not disturbed by the answer, and going back shows the address’s value', async () => {
  const { rerender } = show()
  await user.type(search(), 'aina ')
  rerender(filters({ q: 'aina' }))
  expect(search()).toHaveFocus()
  expect(search()).toHaveValue('aina ')
  await user.tab()
  rerender(filters({ q: 'siti', status: 'paid' }))
  expect(search()).toHaveValue('siti')
  rerender(filters({ status: 'paid' }))
  expect(search()).toHaveValue('')
  search().focus()
  expect(status()).toHaveValue('paid')
})

test('what is typed is applied before a press elsewhere, and not after it', async () => {
  show()
  await user.type(search(), 'aina')
  await user.tab()
  expect(went()).toEqual(['/admin/orders?q=aina&month=2026-11'])
  pause(2_000)
  await user.tab()
  expect(went()).toHaveLength(1)
})

test('a month is never missing', () => {
  show()
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '' } })
  pause()
  expect(went()).toEqual([])
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-10' } })
  pause()
  expect(went()).toEqual(['/admin/orders?month=2026-10'])
})

test('nothing is applied on another page', async () => {
  const { unmount } = show()
  await user.type(search(), 'aina')
  unmount()
  pause()
  expect(went()).toEqual([])
})

test('without script the browser submits it', () => {
  show()
  expect(screen.getByRole('search', { name: 'Filter orders' })).toHaveAttribute(
    'action',
    '/admin/orders',
  )
  expect(screen.getByText(en.admin.lists.apply)).toHaveAttribute('type', 'submit')
})
