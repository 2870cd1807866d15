import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { MailSection, UnpaidOverSection } from '@/components/admin/attention/sections'
import { AuditList } from '@/components/admin/audit/audit-list'
import { FailedSignIns } from '@/components/admin/audit/failed-sign-ins'
import { ContactTable } from '@/components/admin/contacts/contact-table'
import { Ledger } from '@/components/admin/members/ledger'
import { OrderList } from '@/components/admin/orders/order-list'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { AdminOrder } from '@/lib/admin/orders/schema'
import type { AuditEntry } from '@/lib/audit/schema'
import { NO_NAMES } from '@/lib/audit/words'
import type { AdminContact } from '@/lib/contacts/schema'
import { MAIL_KINDS, mailKindOf, type FailedMail, type MailKind } from '@/lib/mail/schema'
import en from '@/messages/en.json'
import zh from '@/messages/zh.json'
import { actionFor } from '@/tests/support/actions'
import { rawWords } from '@/tests/support/raw-words'

const show = (list: ReactNode, locale: 'en' | 'zh' = 'zh') =>
  render(
    <AppRouterContext value={{ refresh() {} } as never}>
      <NextIntlClientProvider
        locale={locale}
        timeZone="Asia/Kuala_Lumpur"
        messages={(locale === 'zh' ? zh : en) as never}
      >
        <SaveFrame>{list}</SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )

test('the owner reads which attachment a mail went without, and what happens next', () => {
  show(
    <MailSection
      list="attachments"
      mails={{
        more: 3,
        rows: [
          {
            id: 7,
            kind: 'attachment',
            attachment: 'receipt',
            recipient: 'aina@example.com',
            bookingId: 12,
            orderId: null,
            attempts: 3,
            lastError: 'TypeError',
            createdAt: '2026-11-24T01:00:00.000Z',
          },
        ],
      }}
    />,
    'en',
  )
  const { title, hint, receipt } = en.admin.attention.attachments
  expect(screen.getByRole('region', { name: `${title} (4)` })).toHaveTextContent(hint)
  expect(screen.getByText('and 3 more')).toBeInTheDocument()
  expect(screen.getByRole('listitem')).toHaveTextContent(
    `${receipt} · aina@example.com · Booking #12`,
  )
  expect(screen.getByRole('button', { name: 'Send again to aina@example.com' })).toBeEnabled()
})

const failed = (kind: FailedMail['kind']): FailedMail => ({
  ...{ id: MAIL_KINDS.indexOf(kind as MailKind), kind, attachment: null, attempts: 12 },
  ...{ recipient: 'aina@example.com', bookingId: 12, orderId: null, lastError: 'EENVELOPE' },
  createdAt: '2026-11-24T01:00:00.000Z',
})

test.each(['en', 'zh'] as const)(
  'every kind of mail that failed is named in words: %s',
  (locale) => {
    const stored = [...MAIL_KINDS, 'booking_confirmed'].map(mailKindOf)
    show(<MailSection list="mails" mails={{ rows: stored.map(failed), more: 0 }} />, locale)
    const lines = screen.getAllByRole('listitem').map((item) => item.textContent ?? '')
    expect(lines).toHaveLength(MAIL_KINDS.length + 1)
    expect(lines.flatMap((line) => rawWords(line, locale))).toEqual([])
    expect(lines.at(-1)).toContain({ en, zh }[locale].admin.mails.former)
  },
)

test.each([
  ['en', 'Fri 11 Dec 2026, 10:00'],
  ['zh', '2026年12月11日周五, 10:00'],
] as const)('the day of a session is written as people write it: %s', (locale, when) => {
  const session = { id: 7, date: '2026-12-11', time: '10:00' }
  const ledger = { bookingId: 9, kind: 'session', reversesId: null, note: null }
  show(
    <>
      <UnpaidOverSection bookings={[{ ...session, amount: 100, name: 'Aina' } as never]} />
      <Ledger
        member={{ customerName: 'Aina' } as never}
        rows={[{ ...session, ...ledger } as never]}
        back="/admin/members"
      />
    </>,
    locale,
  )
  expect(screen.getByRole('listitem')).toHaveTextContent(when)
  expect(screen.getByRole('cell', { name: when })).toBeVisible()
})

const entry = (line: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  actor: 'owner',
  action: 'update',
  entity: 'service',
  entityId: '4',
  changes: [],
  address: null,
  network: null,
  createdAt: '2026-11-24T01:00:00.000Z',
  ...line,
})

test('the audit log names fields, things and actions in the reader’s language', () => {
  const changes = [
    { path: ['hourlyRate'], before: '99.00', after: '109.00' },
    { path: ['periods', 'Ramadan', 'weekday'], before: '09:00–21:00', after: '10:00–17:00' },
    { path: ['severalHours'], before: true, after: false },
    { path: ['somethingNew'], before: null, after: '1' },
  ]
  show(
    <AuditList
      names={NO_NAMES}
      entries={[entry({ changes, entity: 'block', action: 'unblock' })]}
    />,
  )
  expect(screen.getByText('每小时收费：')).toBeInTheDocument()
  expect(screen.getByText('特定时段 › Ramadan › 周一至周五：')).toBeInTheDocument()
  expect(screen.getByText('是')).toBeInTheDocument()
  expect(screen.getByText('不开放时段')).toBeInTheDocument()
  expect(screen.getByText('重新开放')).toBeInTheDocument()
  // A field that came after the words is shown under its own name.
  expect(screen.getByText('somethingNew：')).toBeInTheDocument()
})

test('what a change names by a word of the program is read in the language of the page', () => {
  const changes = [
    { path: ['duration'], before: 'hourly', after: 'half-day' },
    { path: ['despite'], before: null, after: 'past, outside_hours' },
    { path: ['payment'], before: null, after: 'cash' },
    { path: ['reason'], before: null, after: 'cash' },
    { path: ['corrected'], before: null, after: 'lastName, financeEmail' },
  ]
  show(<AuditList names={NO_NAMES} entries={[entry({ changes })]} />)
  const { audit, durations, bookings, sheet } = zh.admin
  const { lastName, financeEmail } = sheet.person
  const { past, outside_hours: outside } = bookings.warnings.short
  for (const words of [
    durations.hourly,
    durations['half-day'],
    `${past}, ${outside}`,
    `${lastName}, ${financeEmail}`,
  ])
    expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.getByText(audit.ways.cash)).toBeInTheDocument()
  // What somebody wrote stays as it is.
  expect(screen.getByText('cash')).toBeInTheDocument()
})

test('a long text of the log is whole when it is opened, and no character of its start is cut', () => {
  const text = (end: string) => `${'a'.repeat(299)}🎙️${'b'.repeat(100)}${end}`
  const change = { path: ['content'], before: text('old'), after: text('new') }
  show(<AuditList names={NO_NAMES} entries={[entry({ changes: [change] })]} />, 'en')
  for (const end of ['old', 'new']) expect(screen.getByText(text(end))).toBeInTheDocument()
  const starts = screen.getAllByText(/^a+.*…$/u)
  expect(starts.map((start) => start.textContent)).toEqual([0, 1].map(() => `${'a'.repeat(299)}🎙…`))
})

test('the owner reads beside the log how many sign-ins failed, where, and from where', () => {
  const day = '2026-11-24'
  const rows = [
    { day, account: 'owner', attempts: 30, networks: 1, network: '203.0.113.0/24' },
    { day, account: '(unknown)', attempts: 7, networks: 3, network: null },
    { day, account: 'customer', attempts: 1, networks: 1, network: null },
  ]
  show(<FailedSignIns rows={rows} more={5} attempts={50} />, 'en')
  expect(screen.getByText('Failed sign-ins of the last 30 days: 50')).toBeInTheDocument()
  expect(screen.getByText('and 5 more')).toBeInTheDocument()
  const [, ...lines] = screen.getAllByRole('row', { hidden: true })
  for (const [i, words] of [
    ['owner', '30', '203.0.113.0/24'],
    ['A username that does not exist', '7', '3 networks'],
    ['Members', '1', '1 network'],
  ].entries())
    for (const word of words) expect(lines[i]).toHaveTextContent(word)
})

const contact = (fields: Partial<AdminContact>): AdminContact => ({
  id: 1,
  name: 'Aina',
  email: 'aina@example.com',
  phone: null,
  phoneE164: null,
  company: null,
  designation: null,
  subject: 'booking',
  message: 'Hello',
  industry: null,
  companySize: null,
  experience: null,
  topics: null,
  createdAt: '2026-11-24T01:00:00.000Z',
  updatedAt: '2026-11-24T01:00:00.000Z',
  locale: 'en',
  answeredAt: null,
  archivedAt: null,
  ...fields,
})

test('what a visitor chose in the contact form is read as they read it', () => {
  show(
    <ContactTable
      contacts={[
        contact({
          industry: 'food-beverage',
          companySize: '1000+',
          experience: '16+',
          company: 'Kopi',
        }),
      ]}
    />,
    'en',
  )
  expect(
    screen.getByText('Kopi · Food and beverage · More than 1,000 people · 16 years or more'),
  ).toBeInTheDocument()
  expect(screen.getByText('Studio booking')).toBeInTheDocument()
})

test('the start of a long message cuts no character', () => {
  show(<ContactTable contacts={[contact({ message: `a${'🎧'.repeat(300)}` })]} />, 'en')
  for (const text of screen.getAllByText(/🎧/u)) expect(text.textContent).not.toMatch(/\p{Cs}/u)
})

test('and what the form does not offer, as it was sent', () => {
  show(
    <ContactTable contacts={[contact({ industry: 'Fishing', subject: 'a question.of mine' })]} />,
  )
  expect(screen.getByText('Fishing')).toBeInTheDocument()
  expect(screen.getByText('a question.of mine')).toBeInTheDocument()
})

test('an order’s tier and length stand in one sentence, and its customer’s address in one link', () => {
  const order = {
    id: 7,
    customerName: 'Aina',
    customerEmail: 'aina?bcc=eve@example.com',
    customerPhone: null,
    tier: 'basic',
    duration: '<60s',
    rushService: false,
    requirements: null,
    footageLinks: [],
    footageAt: null,
    totalAmount: '64.95',
    status: 'completed',
    paymentStatus: 'paid',
    keptAmount: '107.17',
    disputed: false,
    refund: null,
    receipts: [],
    financeEmail: 'accounts@contoh.example',
    deliveries: 0,
    deliveryLink: null,
    revisionsLeft: 1,
    dueAt: null,
    createdAt: '2026-11-24T01:00:00.000Z',
    updatedAt: '2026-11-24T01:00:00.000Z',
  } as unknown as AdminOrder
  show(
    <OrderList
      orders={[order]}
      now={new Date('2026-11-24T02:00:00Z')}
      submitContact={actionFor('PATCH /api/admin/orders/[id]/contact')}
    />,
  )
  expect(screen.getByText('基础版，60 秒以内')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'aina?bcc=eve@example.com' })).toHaveAttribute(
    'href',
    'mailto:aina%3Fbcc=eve@example.com',
  )
  expect(screen.getByText('财务：accounts@contoh.example')).toBeInTheDocument()
})
