import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { MemberArea } from '@/components/membership/member-area'
import type { Me } from '@/components/membership/types'
import en from '@/messages/en.json'

const words = en.membership.member
const EMAIL = 'aina@example.com'
const NOBODY: Me = { email: null, membership: null, begun: null }
const SIGN_OUT = 'POST /api/auth/member-sign-out'

let me: Me
/** The simulated answer of a call: a status, or no answer at all. */
let refused: Record<string, number | 'away'>
const sent: string[] = []

beforeEach(async () => {
  me = { ...NOBODY, email: EMAIL }
  refused = {}
  sent.length = 0
  sessionStorage.setItem('payment-return:pi_1', '"pi_1_secret_x"')
  sessionStorage.setItem('booking-draft', '{"phone":"+60 12-345 6789"}')
  AbortSignal.timeout ??= () => new AbortController().signal
  globalThis.fetch = (async (path: string, { method }: RequestInit) => {
    const call = `${method} ${path}`
    sent.push(call)
    const instead = refused[call]
    if (instead === 'away') throw new TypeError('no network')
    const status = instead ?? 200
    const body = status === 200 ? (call === SIGN_OUT ? { email: null } : me) : { code: 'x' }
    return {
      ok: status === 200,
      status,
      headers: { get: () => null },
      text: async () => JSON.stringify(body),
    } as unknown as Response
  }) as typeof fetch
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <MemberArea />
    </NextIntlClientProvider>,
  )
  await screen.findByText(words.stranger.title)
})

const signOut = async () =>
  userEvent.click(screen.getByRole('button', { name: words.card.signOut }))
const nobodyIsShown = async () => {
  expect(await screen.findByRole('button', { name: words.signIn })).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent(EMAIL)
}
const look = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))

test('signing out shows nobody any more, and the tab remembers nothing', async () => {
  await signOut()
  await nobodyIsShown()
  expect(sessionStorage).toHaveLength(0)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([['away'], [503]] as const)(
  'without an answer (%s) nobody is shown either; it says so, and can be tried again',
  async (how) => {
    refused[SIGN_OUT] = how
    await signOut()
    await nobodyIsShown()
    expect(screen.getByRole('alert')).toHaveTextContent(words.stillOpen.title)
    expect(sessionStorage).toHaveLength(0)
    refused = {}
    await signOut()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(sent.filter((call) => call === SIGN_OUT)).toHaveLength(2)
  },
)

test('a session that has ended elsewhere is noticed when somebody looks at the page again', async () => {
  me = NOBODY
  await look()
  await nobodyIsShown()
})

test('a call that finds the session expired clears the page', async () => {
  const begun = { customerName: 'Aina', package: 'Podcast', referredBy: null }
  me = { ...me, begun }
  await look()
  refused['POST /api/memberships/me/proof'] = 401
  me = NOBODY
  await userEvent.click(screen.getByRole('button', { name: words.begun.take }))
  await nobodyIsShown()
})

test('a server that is away then takes nothing from the screen', async () => {
  refused['GET /api/memberships/me'] = 'away'
  await look()
  expect(document.body).toHaveTextContent(EMAIL)
})

test('nobody is asked for while nobody is shown', async () => {
  await signOut()
  await nobodyIsShown()
  sent.length = 0
  await look()
  expect(sent).toEqual([])
})

test('an answer that comes after signing out does not bring anybody back', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const fetchNow = globalThis.fetch
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    const response = await fetchNow(path, init)
    if (path === '/api/memberships/me') await answered
    return response
  }) as typeof fetch
  await look()
  await signOut()
  await nobodyIsShown()
  await act(async () => answer())
  await nobodyIsShown()
})
