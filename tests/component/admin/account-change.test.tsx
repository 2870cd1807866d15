// Customers transfer money to another account than before: an owner confirms it, with a proof.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { AccountChanged } from '@/components/admin/settings/account-change'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { NO_TRANSFER } from '@/lib/settings/transfer'
import en from '@/messages/en.json'

const words = en.admin.accountChange
const change = {
  ...{ id: 7, by: 'farah', at: '2026-12-01T04:05:00.000Z', before: NO_TRANSFER },
  after: {
    bank: 'CIMB',
    holder: 'Somebody',
    number: '…1111',
    duitnow: '…FD9C',
    askable: '',
    hours: 24,
  },
}

const sent: unknown[] = []
let proven = false
beforeEach(() => {
  sent.length = 0
  proven = false
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path}`, JSON.parse(String(body))])
    if (path === '/api/auth/proof') proven = true
    const status = proven ? 204 : 403
    const answer = proven ? '' : JSON.stringify({ code: 'proof_required', ways: ['password'] })
    return { ok: proven, status, headers: new Headers(), text: async () => answer } as Response
  }) as typeof fetch
})

const show = (canConfirm: boolean, refresh = () => undefined) =>
  render(
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en}>
        <SaveFrame>
          <AccountChanged change={change} canConfirm={canConfirm} />
        </SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )

test('a changed account says what it was and is, by whom and when, and a manager cannot confirm it', () => {
  show(false)
  const notice = screen.getByRole('alert')
  for (const text of [
    /farah, 1 Dec 2026, 12:05/,
    words.none,
    'CIMB · Somebody · …1111 · DuitNow QR …FD9C',
  ])
    expect(within(notice).getByText(text)).toBeVisible()
  expect(within(notice).getByText(words.others)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an owner confirms what they see, after proving who they are', async () => {
  show(true)
  await userEvent.click(screen.getByRole('button', { name: words.confirm }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText(/^Password/), 'a password of the tests')
  await userEvent.click(dialog.getByRole('button', { name: en.admin.proof.submit }))
  await waitFor(() => expect(sent).toHaveLength(3))
  const call = ['POST /api/settings/transfer/confirm', { change: 7 }]
  expect([sent[0], sent[2]]).toEqual([call, call])
})
