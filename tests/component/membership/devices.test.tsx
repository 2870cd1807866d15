import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { Devices } from '@/components/membership/devices'
import type { SessionLine } from '@/lib/auth/schema'
import en from '@/messages/en.json'

const words = en.membership.member.devices
const line = (changes: Partial<SessionLine>): SessionLine => ({
  id: 'one',
  browser: 'Chrome',
  system: 'Android',
  trusted: false,
  network: '203.0.113.0/24',
  createdAt: '2026-12-01T01:00:00.000Z',
  lastSeenAt: '2026-12-02T04:30:00.000Z',
  current: false,
  ...changes,
})
let sessions: SessionLine[]
const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  sessions = [
    line({ id: 'here', browser: 'Safari', system: 'iPhone', current: true }),
    line({ id: 'there' }),
    line({ id: 'old', browser: null, system: null, trusted: false, network: null }),
  ]
  AbortSignal.timeout ??= () => new AbortController().signal
  globalThis.fetch = (async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`)
    const ended = method === 'DELETE'
    if (ended) sessions = sessions.filter(({ id }) => !path.endsWith(`/${id}`))
    return {
      ok: true,
      status: ended ? 204 : 200,
      headers: { get: () => null },
      text: async () => (ended ? '' : JSON.stringify(sessions)),
    } as unknown as Response
  }) as typeof fetch
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <Devices locale="en" />
    </NextIntlClientProvider>,
  )
})

test('asks only when somebody wants to know, and says what each device is', async () => {
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: words.show }))
  const [here, there, old] = await screen.findAllByRole('listitem')
  expect(here).toHaveTextContent('Safari on iPhone · this device')
  // A day and a time of the studio.
  expect(there).toHaveTextContent(
    'Chrome on Android' +
      'Network 203.0.113.0/24 · signed in Tuesday, December 1, 2026 09:00, ' +
      'last seen Wednesday, December 2, 2026 12:30',
  )
  expect(old).toHaveTextContent(/^Unknown device/)
  expect(within(here!).queryByRole('button')).toBeNull()
})

test('ends one, and shows those that are left', async () => {
  await userEvent.click(screen.getByRole('button', { name: words.show }))
  await userEvent.click(
    await screen.findByRole('button', { name: 'End the session of Chrome on Android' }),
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(sent).toEqual([
    'GET /api/memberships/me/sessions',
    'DELETE /api/memberships/me/sessions/there',
    'GET /api/memberships/me/sessions',
  ])
})
