import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { CustomerList } from '@/components/admin/customers/customer-list'
import { CustomerView } from '@/components/admin/customers/customer-view'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { CustomerPage } from '@/lib/admin/customers/schema'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'

const ALL = { en, ms, zh }
const show = (page: ReactNode, locale: keyof typeof ALL = 'en') =>
  render(
    <AppRouterContext value={{ refresh() {} } as never}>
      <NextIntlClientProvider
        locale={locale}
        timeZone="Asia/Kuala_Lumpur"
        messages={ALL[locale] as never}
      >
        <SaveFrame>{page}</SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )

const customer: CustomerPage = {
  ...{ key: 7, name: 'Hakim Yusof', phone: '019-876 5432', phoneE164: '+60198765432' },
  ...{ email: 'hakim@example.com', locale: 'ms', sessions: 9, owes: true, member: true },
  lastSeenAt: '2026-11-20T02:00:00.000Z',
  nextAt: '2026-12-03T04:00:00.000Z',
  next: null,
  lifetime: { sessions: 9, spent: '1234.50', noShows: 1, lastSeenAt: '2026-11-20T02:00:00.000Z' },
  owed: '142.89',
  ...{ bookings: [], orders: [], messages: [], payments: [], members: [], notes: [] },
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
