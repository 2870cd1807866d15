import '@testing-library/jest-dom'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { RoleFrame } from '@/components/admin/frame/role'
import { CustomerList } from '@/components/admin/customers/customer-list'
import { CustomerView } from '@/components/admin/customers/customer-view'
import { SelectCustomers } from '@/components/admin/customers/select-customers'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { CustomerPage, CustomerRow } from '@/lib/admin/customers/schema'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { withPointers } from '@/tests/support/pointer'

const ALL = { en, ms, zh }
const framed = (page: ReactNode, locale: keyof typeof ALL = 'en') => (
  <AppRouterContext value={{ refresh() {} } as never}>
    <NextIntlClientProvider
      locale={locale}
      timeZone="Asia/Kuala_Lumpur"
      messages={ALL[locale] as never}
    >
      <SaveFrame>{page}</SaveFrame>
    </NextIntlClientProvider>
  </AppRouterContext>
)
const show = (page: ReactNode, locale?: keyof typeof ALL) => render(framed(page, locale))

const customer: CustomerPage = {
  ...{ key: 7, name: 'Hakim Yusof', phone: '019-876 5432', phoneE164: '+60198765432' },
  ...{ email: 'hakim@example.com', locale: 'ms', sessions: 9, owes: true, member: true },
  lastSeenAt: '2026-11-20T02:00:00.000Z',
  nextAt: '2026-12-03T04:00:00.000Z',
  next: null,
  lifetime: { sessions: 9, spent: '1234.50', noShows: 1, lastSeenAt: '2026-11-20T02:00:00.000Z' },
  owed: '142.89',
  ...{ bookings: [], orders: [], messages: [], payments: [], members: [], notes: [] },
  more: { bookings: 12, orders: 0, messages: 0, payments: 0, notes: 0 },
  merged: [{ key: 9, name: 'H. Yusof', phone: null, phoneE164: null, email: 'hy@example.com' }],
  likely: [{ key: 8, name: 'Hakim', phone: '0198765432', phoneE164: '+60198765432', email: null }],
}
const view = (
  <CustomerView customer={customer} path="/admin/customers" booking={(id) => `/b/${id}`} />
)

test('a customer is called, and written to, at the number that WhatsApp knows', () => {
  show(view)
  expect(screen.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:+60198765432')
  expect(screen.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    expect.stringContaining('https://wa.me/60198765432'),
  )
  expect(screen.getByText('RM1,234.50')).toBeInTheDocument()
  expect(screen.getByText('RM142.89')).toBeInTheDocument()
})

test('a payment says what a bank claims or took of it, and yen have no sen', () => {
  const payment: CustomerPage['payments'][number] = {
    ...{ id: 1, bookingId: 1, orderId: null, state: 'paid', method: 'card', amount: 107_17 },
    ...{ refunded: 0, disputed: 0, lost: 30_00, currency: 'myr', at: '2026-11-20T02:00:00.000Z' },
  }
  const payments = [
    payment,
    { ...payment, id: 2, disputed: 50_00, lost: 0 },
    { ...payment, id: 3, amount: 3500, lost: 0, currency: 'jpy' },
  ]
  show(<CustomerView customer={{ ...customer, payments }} path="/" booking={String} />)
  expect(screen.getByText('RM30.00 lost in a dispute')).toBeInTheDocument()
  expect(screen.getByText('RM50.00 disputed')).toBeInTheDocument()
  expect(screen.getByText('JPY 3,500')).toBeInTheDocument()
})

test('another is merged only after a question that names both', async () => {
  const called = jest.fn(() => Promise.resolve(Response.json({})))
  global.fetch = called as never
  show(view)
  await userEvent.click(screen.getByRole('button', { name: 'Merge Hakim into Hakim Yusof' }))
  expect(called).not.toHaveBeenCalled()
  const dialog = screen.getByRole('alertdialog', {
    name: 'Are Hakim and Hakim Yusof one person?',
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }))
  expect(called).toHaveBeenCalledWith(
    expect.stringContaining('/api/admin/customers/7/merge'),
    expect.objectContaining({ method: 'POST', body: JSON.stringify({ other: 8 }) }),
  )
})

test('a merge is undone with one press', async () => {
  const called = jest.fn(() => Promise.resolve(Response.json({})))
  global.fetch = called as never
  show(view)
  await userEvent.click(screen.getByRole('button', { name: 'Separate H. Yusof from Hakim Yusof' }))
  expect(called).toHaveBeenCalledWith(
    expect.stringContaining('/api/admin/customers/7/merge/9'),
    expect.objectContaining({ method: 'DELETE' }),
  )
})

test.each(['en', 'ms', 'zh'] as const)('the list and the page are whole in %s', (locale) => {
  const failed = jest.spyOn(console, 'error')
  show(
    <>
      <CustomerList customers={[customer]} page={(key) => `/admin/customers/${key}`} />
      {view}
    </>,
    locale,
  )
  const words = ALL[locale].admin.customers
  expect(screen.getByRole('link', { name: 'Hakim Yusof' })).toHaveAttribute(
    'href',
    '/admin/customers/7',
  )
  expect(screen.getByText(words.owes)).toBeInTheDocument()
  expect(screen.getByText(words.facts.noShows)).toBeInTheDocument()
  expect(failed).not.toHaveBeenCalled()
})

describe('several at once', () => {
  const { select } = en.admin.customers
  const PEOPLE = [
    ...[customer, { ...customer, key: 8, name: 'Aina Rahman', email: 'aina+a@example.com' }],
    { ...customer, key: 9, name: 'Lim Siew Ling', email: null },
  ]
  const list = (shown: readonly CustomerRow[]) => (
    <SelectCustomers emails={Object.fromEntries(shown.map(({ key, email }) => [key, email]))}>
      <CustomerList customers={[...shown]} page={(key) => `/admin/customers/${key}`} />
    </SelectCustomers>
  )
  const button = (name: string) => screen.getByRole('button', { name })
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
  const press = (name: string) => userEvent.click(button(name))
  const mail = () => screen.queryByRole('link', { name: select.email })
  const file = () => screen.getByRole('link', { name: select.file })
  const bar = () => screen.getByRole('group', { name: select.acts })

  test('a manager has no file of them', async () => {
    show(<RoleFrame role="manager">{list(PEOPLE)}</RoleFrame>)
    await press(select.begin)
    expect(screen.queryByRole('button', { name: select.file })).toBeNull()
    await press(select.all)
    expect(mail()).toBeVisible()
    expect(screen.queryByRole('link', { name: select.file })).toBeNull()
  })

  test('by keyboard: chosen, written to and put into a file, and given up', async () => {
    show(list(PEOPLE))
    button(select.begin).focus()
    await userEvent.keyboard('{Enter}')
    expect(bar()).toHaveTextContent('No customers selected')
    expect(button(select.email)).toBeDisabled()
    expect(button(select.file)).toBeDisabled()
    for (const name of ['Hakim Yusof', 'Aina Rahman']) {
      while (document.activeElement !== box(name)) await userEvent.tab()
      await userEvent.keyboard(' ')
    }
    expect(screen.getByText('2 customers selected')).toBeVisible()
    expect(mail()).toHaveAttribute('href', 'mailto:?bcc=hakim@example.com,aina%2Ba@example.com')
    expect(file()).toHaveAttribute('href', '/api/admin/customers/export?key=7&key=8')
    while (document.activeElement !== file()) await userEvent.tab()
    await userEvent.keyboard('{Escape}')
    expect(button(select.begin)).toHaveFocus()
    expect(screen.queryByRole('group', { name: select.acts })).toBeNull()
    await press(select.begin)
    expect(box('Hakim Yusof')).not.toBeChecked()
  })

  test('who has no email is left out of the letter, which is said, and is in the file', async () => {
    show(list(PEOPLE))
    await press(select.begin)
    await userEvent.click(box('Lim Siew Ling'))
    expect(screen.getByText(select.nobodyByEmail)).toBeVisible()
    expect(mail()).toBeNull()
    expect(screen.queryByRole('button', { name: select.email })).toBeNull()
    await press(select.all)
    expect(bar()).toHaveTextContent('1 has no email and will not get one.')
    expect(mail()).toHaveAttribute('href', 'mailto:?bcc=hakim@example.com,aina%2Ba@example.com')
    expect(file()).toHaveAttribute('href', '/api/admin/customers/export?key=7&key=8&key=9')
  })

  test('more addresses than a link holds get no email, which is said', async () => {
    const email = (index: number) =>
      `${index}${'a'.repeat(60)}@${'long-domain.'.repeat(5)}example.com`
    show(
      list(
        Array.from({ length: 25 }, (_, index) => ({
          ...{ ...customer, key: index + 1 },
          ...{ name: `Customer ${index}`, email: email(index) },
        })),
      ),
    )
    await press(select.begin)
    await userEvent.click(box('Customer 3'))
    expect(mail()).toBeVisible()
    expect(screen.queryByText(select.tooMany)).toBeNull()
    await press(select.all)
    expect(screen.getByText(select.tooMany)).toBeVisible()
    expect(mail()).toBeNull()
    expect(file()).toBeVisible()
  })

  test('somebody who is no longer in the list is no longer selected', async () => {
    const { rerender } = show(list(PEOPLE))
    await press(select.begin)
    await press(select.all)
    rerender(framed(list(PEOPLE.slice(1))))
    expect(await screen.findByText('2 customers selected')).toBeVisible()
    expect(file()).toHaveAttribute('href', '/api/admin/customers/export?key=8&key=9')
  })

  test('a finger that rests on a row selects it, its link is not followed, and nothing is swiped', () => {
    const withoutPointers = withPointers()
    jest.useFakeTimers()
    try {
      show(list(PEOPLE))
      const finger = { pointerType: 'touch', isPrimary: true, clientY: 100 }
      const link = screen.getByRole('link', { name: 'Aina Rahman' })
      const row = screen.getByRole('row', { name: /Aina Rahman/ })
      fireEvent.pointerDown(link, { ...finger, clientX: 300 })
      fireEvent.pointerMove(link, { ...finger, clientX: 60 })
      expect(row).not.toHaveAttribute('data-swiped')
      fireEvent.pointerUp(link, { ...finger, clientX: 60 })
      act(() => void jest.advanceTimersByTime(500))
      expect(screen.queryByRole('group', { name: select.acts })).toBeNull()

      fireEvent.pointerDown(link, { ...finger, clientX: 300 })
      act(() => void jest.advanceTimersByTime(500))
      fireEvent.pointerUp(link, { ...finger, clientX: 300 })
      expect(fireEvent.click(link)).toBe(false)
      expect(box('Aina Rahman')).toBeChecked()
      expect(screen.getByText('1 customer selected')).toBeVisible()
      expect(file()).toHaveAttribute('href', '/api/admin/customers/export?key=8')
    } finally {
      jest.useRealTimers()
      withoutPointers()
    }
  })

  test.each(['en', 'ms', 'zh'] as const)('is whole in %s', async (locale) => {
    const failed = jest.spyOn(console, 'error')
    show(list(PEOPLE), locale)
    const words = ALL[locale].admin.customers.select
    await press(words.begin)
    await press(words.all)
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
    expect(screen.getByRole('link', { name: words.file })).toBeVisible()
    expect(failed).not.toHaveBeenCalled()
  })
})
