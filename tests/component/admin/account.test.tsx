import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { PasskeyList } from '@/components/admin/account/passkey-list'
import { PhoneNotices } from '@/components/admin/account/phone-notices'
import { PasswordForm } from '@/components/admin/account/password-form'
import { SecondStepOffer } from '@/components/admin/account/second-step-offer'
import { SessionList } from '@/components/admin/account/session-list'
import { TwoStep } from '@/components/admin/account/two-step'
import { AccountMenu } from '@/components/admin/account/account-menu'
import { SignInForm } from '@/components/admin/account/sign-in-form'
import { leaveTo } from '@/components/admin/account/sign-out'
import { DownloadLink } from '@/components/admin/shared/download-link'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import en from '@/messages/en.json'
import { USUAL_CHOICES } from '@/lib/push/rules'

jest.mock('@/components/admin/account/sign-out', () => ({
  ...jest.requireActual('@/components/admin/account/sign-out'),
  leaveTo: jest.fn(),
}))

const { account, proof, session, signIn } = en.admin
const sent: [call: string, body: unknown][] = []
const answers: [status: number, body: object | null][] = []
const refresh = jest.fn()

beforeEach(() => {
  sent.length = 0
  answers.length = 0
  jest.mocked(leaveTo).mockClear()
  AbortSignal.timeout ??= () => new AbortController().signal
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path}`, body === undefined ? null : JSON.parse(String(body))])
    const [status, answer] = answers.shift() ?? [204, null]
    const text = async () => (answer === null ? '' : JSON.stringify(answer))
    return { ok: status < 400, status, headers: new Headers(), text } as unknown as Response
  }) as typeof fetch
})

const show = (part: ReactNode) =>
  render(
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>{part}</SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('switching the second step off takes both steps, and selects the one that was wrong', async () => {
  show(<TwoStep on possible recoveryCodesLeft={9} />)
  await userEvent.type(screen.getByLabelText(account.password), 'my password')
  await userEvent.type(screen.getByLabelText(signIn.code), '000000')
  answers.push([400, { message: 'x', code: 'invalid_request', fields: { code: 'Not right.' } }])
  await press(account.disable)
  expect(screen.getByLabelText(signIn.code)).toHaveAccessibleDescription(/Not right\./)
  expect(screen.getByLabelText(signIn.code)).toHaveFocus()
  expect(screen.getByLabelText(account.password)).toHaveValue('my password')
  await userEvent.keyboard('123456')
  await press(account.disable)
  expect(sent).toEqual([
    ['DELETE /api/auth/two-step', { password: 'my password', code: '000000' }],
    ['DELETE /api/auth/two-step', { password: 'my password', code: '123456' }],
  ])
  expect(screen.getByLabelText(account.password)).toHaveValue('')
  expect(refresh).toHaveBeenCalled()
})

test('a server without a key says so instead of offering what it would refuse', () => {
  show(<TwoStep on={false} possible={false} recoveryCodesLeft={0} />)
  expect(screen.getByText(account.twoStepNoKey)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: account.enable })).toBeNull()
})

test('the key of the second step opens an app, or is copied without blanks', async () => {
  const address = 'otpauth://totp/Studio:owner?secret=JBSWY3DPEHPK3PXP'
  const user = userEvent.setup() // With a clipboard.
  show(<TwoStep on={false} possible recoveryCodesLeft={0} />)
  await user.type(screen.getByLabelText(account.password), 'my password')
  answers.push([201, { secret: 'JBSWY3DPEHPK3PXP', address }])
  await user.click(screen.getByRole('button', { name: account.enable }))
  expect(await screen.findByRole('link', { name: account.openApp })).toHaveAttribute(
    'href',
    address,
  )
  await user.click(screen.getByRole('button', { name: account.copyKey.copy }))
  expect(await screen.findByRole('button', { name: account.copyKey.copied })).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP')
})

test('a browser without a clipboard says how to select the key', async () => {
  const user = userEvent.setup({ writeToClipboard: false })
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  show(<TwoStep on={false} possible recoveryCodesLeft={0} />)
  await user.type(screen.getByLabelText(account.password), 'my password')
  answers.push([201, { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x' }])
  await user.click(screen.getByRole('button', { name: account.enable }))
  await user.click(await screen.findByRole('button', { name: account.copyKey.copy }))
  expect(await screen.findByRole('button', { name: account.copyKey.failed })).toBeInTheDocument()
})

test('a new password asks for the second step only where it is on', async () => {
  show(<PasswordForm twoStep={false} />)
  expect(screen.queryByLabelText(signIn.code)).toBeNull()
})

test('a new password is sent with the second step; what is wrong with it stands beside it', async () => {
  show(<PasswordForm twoStep />)
  await userEvent.type(screen.getByLabelText(account.oldPassword), 'old')
  await userEvent.type(screen.getByLabelText(account.newPassword), 'password1')
  await userEvent.type(screen.getByLabelText(signIn.code), '123456')
  const guessable = en.errors.fields.password_guessable
  answers.push([400, { message: 'x', code: 'invalid_request', fields: { newPassword: guessable } }])
  await press(account.changePassword)
  expect(sent[0]).toEqual([
    'PATCH /api/auth/password',
    { password: 'old', newPassword: 'password1', code: '123456' },
  ])
  expect(screen.getByLabelText(account.newPassword)).toHaveAccessibleDescription(
    `${account.newPasswordHint} ${guessable}`,
  )
  expect(screen.getByLabelText(account.newPassword)).toHaveFocus()
})

test('the sessions: this one cannot be ended here, any other can', async () => {
  const line = {
    id: 'a',
    browser: 'Chrome',
    system: 'Windows',
    network: '203.0.113.0/24',
    trusted: false,
    createdAt: '2026-12-01T01:00:00.000Z',
    lastSeenAt: '2026-12-01T02:00:00.000Z',
    current: true,
  }
  const other = { ...line, id: 'b', browser: null, system: null, network: null, current: false }
  show(<SessionList sessions={[line, other]} />)
  const [here] = screen.getAllByRole('listitem')
  expect(here).toHaveTextContent(
    'Chrome on Windows · this device' +
      'Network 203.0.113.0/24 · signed in 1 Dec, 09:00, last seen 1 Dec, 10:00',
  )
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByText(new RegExp(account.trusted))).toBeNull()
  await press('End the session of Unknown device')
  expect(sent).toEqual([['DELETE /api/auth/sessions/b', null]])
})

test('a session on their own phone says so', () => {
  const line = { id: 'a', browser: 'Chrome', system: 'Android', network: null, trusted: true }
  const times = { createdAt: '2026-12-01T01:00:00.000Z', lastSeenAt: '2026-12-01T02:00:00.000Z' }
  show(<SessionList sessions={[{ ...line, ...times, current: false }]} />)
  expect(screen.getByRole('listitem')).toHaveTextContent(`Chrome on Android · ${account.trusted}`)
})

test.each([false, true])('signing in says that this is their own phone: %s', async (trusted) => {
  show(<SignInForm home="" onSignedIn={() => undefined} />)
  const box = screen.getByRole('checkbox', { name: new RegExp(signIn.trusted) })
  expect(box).not.toBeChecked()
  await userEvent.type(screen.getByLabelText(signIn.username), 'owner')
  await userEvent.type(screen.getByLabelText(signIn.password), 'x')
  if (trusted) await userEvent.click(box)
  answers.push([200, { username: 'owner' }])
  await press(signIn.submit)
  expect(sent.at(-1)?.[1]).toMatchObject({ trusted })
})

test('the offer leads to the account and can be put off', async () => {
  show(
    <>
      <SecondStepOffer account="/admin/account" />
    </>,
  )
  expect(screen.getByRole('link', { name: session.offer.setUp })).toHaveAttribute(
    'href',
    '/admin/account',
  )
  await press(session.offer.later)
  expect(sent).toEqual([['PATCH /api/auth/two-step', { putOff: true }]])
  expect(refresh).toHaveBeenCalled()
})

describe('a change that needs a proof', () => {
  const REFUSED = [
    403,
    { message: 'Prove it.', code: 'proof_required', ways: ['password'] },
  ] as const
  const line = {
    id: 'a',
    browser: 'Chrome',
    system: 'Android',
    network: null,
    trusted: false,
    createdAt: '2026-12-01T01:00:00.000Z',
    lastSeenAt: '2026-12-01T02:00:00.000Z',
    current: false,
  }
  const end = () => press('End the session of Chrome on Android')

  test('is sent again once it was given, after a wrong try too', async () => {
    show(<SessionList sessions={[line]} />)
    answers.push([...REFUSED])
    await end()
    await userEvent.type(await screen.findByLabelText(signIn.password), 'wrong')
    answers.push([
      400,
      { message: 'x', code: 'invalid_request', fields: { password: 'Not right.' } },
    ])
    await press(proof.submit)
    expect(screen.getByLabelText(signIn.password)).toHaveAccessibleDescription('Not right.')
    await userEvent.clear(screen.getByLabelText(signIn.password))
    await userEvent.type(screen.getByLabelText(signIn.password), 'right')
    await press(proof.submit)
    await waitFor(() => expect(refresh).toHaveBeenCalled())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toEqual([
      ['DELETE /api/auth/sessions/a', null],
      ['POST /api/auth/proof', { password: 'wrong' }],
      ['POST /api/auth/proof', { password: 'right' }],
      ['DELETE /api/auth/sessions/a', null],
    ])
  })

  test('is not sent again when the dialog is closed', async () => {
    show(<SessionList sessions={[line]} />)
    answers.push([...REFUSED])
    await end()
    await screen.findByLabelText(signIn.password)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([['DELETE /api/auth/sessions/a', null]])
  })

  test('asks for the code of the app where that is the second step', async () => {
    show(<SessionList sessions={[line]} />)
    answers.push([403, { message: 'x', code: 'proof_required', ways: ['code'] }])
    await end()
    await userEvent.type(await screen.findByLabelText(signIn.code), '123456')
    expect(screen.queryByLabelText(signIn.password)).toBeNull()
    await press(proof.submit)
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[1]).toEqual(['POST /api/auth/proof', { code: '123456' }])
  })

  test('a file is saved only after it', async () => {
    show(<DownloadLink href="/api/admin/bookings/export">{<span>CSV</span>}</DownloadLink>)
    const link = screen.getByRole('link', { name: 'CSV' })
    const saved = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('a'))) return
      if (!event.defaultPrevented) sent.push(['saved', null])
      event.preventDefault() // jsdom goes nowhere.
    }
    document.body.addEventListener('click', saved)
    answers.push([...REFUSED])
    await userEvent.click(link)
    await userEvent.type(await screen.findByLabelText(signIn.password), 'right')
    await press(proof.submit)
    await waitFor(() => expect(sent.at(-1)).toEqual(['saved', null]))
    expect(sent.map(([call]) => call)).toEqual([
      'GET /api/auth/proof',
      'POST /api/auth/proof',
      'GET /api/auth/proof',
      'saved',
    ])
    document.body.removeEventListener('click', saved)
  })
})

test('a passkey is removed after a question; on another host none can be added', async () => {
  const passkey = { id: 7, name: 'Phone', createdAt: '2026-12-01T01:00:00.000Z', lastUsedAt: null }
  show(<PasskeyList passkeys={[passkey]} host="studio.example" />)
  expect(screen.queryByRole('button', { name: account.passkeys.add })).toBeNull()
  expect(screen.getByText(/Passkeys belong to studio\.example/)).toBeInTheDocument()
  await press('Remove the passkey Phone')
  expect(sent).toEqual([])
  await press(account.passkeys.remove)
  expect(sent).toEqual([['DELETE /api/auth/passkeys/7', null]])
})

describe('signing out', () => {
  const menu = () => show(<AccountMenu username="owner" exit="/admin/login" />)
  const failing = () => void (globalThis.fetch = () => Promise.reject(new TypeError('no network')))
  beforeEach(() => sessionStorage.setItem('booking-draft', '{"email":"aina@example.com"}'))
  afterEach(() => window.history.replaceState(null, '', '/'))

  test.each([
    [session.signOut, { everywhere: false }],
    [session.everywhere, { everywhere: true }],
  ])('%s: leaves for the exit, and the tab remembers nothing', async (button, body) => {
    menu()
    await press(button)
    expect(sent).toEqual([['POST /api/auth/sign-out', body]])
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/admin/login']])
    expect(sessionStorage).toHaveLength(0)
  })

  test('leaves too when the server does not answer, for an exit that says so', async () => {
    failing()
    menu()
    await press(session.everywhere)
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/admin/login?still-open=everywhere']])
    expect(sessionStorage).toHaveLength(0)
  })

  test('leaves too when the server refuses', async () => {
    answers.push([503, { message: 'x', code: 'unavailable' }])
    menu()
    await press(session.signOut)
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/admin/login?still-open=here']])
  })

  test('says where it is still to be done when this session had ended before', async () => {
    answers.push([401, { message: 'x', code: 'unauthorized' }])
    menu()
    await press(session.everywhere)
    const exit = '/admin/login?still-open=elsewhere'
    expect(jest.mocked(leaveTo).mock.calls).toEqual([[exit]])
    window.history.replaceState(null, '', exit)
    show(<SignInForm home="/admin" />)
    expect(screen.getByRole('alert')).toHaveTextContent(signIn.stillOpen.elsewhereText)
    // It would be refused in the same way, however often it is pressed.
    expect(screen.queryByRole('button', { name: signIn.stillOpen.again })).toBeNull()
  })

  test('the exit says that the session may still be open, and ends it', async () => {
    window.history.replaceState(null, '', '/admin/login?still-open=everywhere')
    show(<SignInForm home="/admin" />)
    expect(screen.getByRole('alert')).toHaveTextContent(signIn.stillOpen.title)
    await press(signIn.stillOpen.again)
    expect(sent).toEqual([['POST /api/auth/sign-out', { everywhere: true }]])
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/admin/login']])
  })

  test.each(['/admin/login', '/admin/login?still-open=', '/admin/login?next=%2Fadmin'])(
    '%s says nothing of it',
    (address) => {
      window.history.replaceState(null, '', address)
      show(<SignInForm home="/admin" />)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

describe('notifications of this browser', () => {
  const keys = { p256dh: 'p', auth: 'a' }
  const endpoint = 'https://push.example.com/1'
  const told: unknown[] = []
  const unsubscribe = jest.fn(async () => true)
  const subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) }
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => subscription,
  }
  const globals = {
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
    PushManager: class {},
  }
  beforeEach(() => {
    told.length = 0
    unsubscribe.mockClear()
    const active = { postMessage: (message: unknown) => void told.push(message) }
    const serviceWorker = { getRegistration: async () => ({ active, pushManager }) }
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
    Object.assign(globalThis, globals)
  })
  afterEach(() => {
    delete (navigator as { serviceWorker?: unknown }).serviceWorker
    for (const name of Object.keys(globals)) delete (globalThis as Record<string, unknown>)[name]
  })
  const phone = (on: boolean) =>
    show(
      <PhoneNotices
        phone={{ on, trusted: true, key: 'our key', kinds: ['bookings'], choices: USUAL_CHOICES }}
      />,
    )

  test('the worker hears where they go once the server has it', async () => {
    phone(false)
    await press(account.phone.on)
    await waitFor(() => expect(told).toEqual([{ phone: { key: 'our key', endpoint } }]))
    expect(sent).toEqual([['POST /api/admin/push', { endpoint, keys }]])
  })

  test('of one that the server refuses it hears nothing', async () => {
    answers.push([409, { message: 'x', code: 'not_changeable' }])
    phone(false)
    await press(account.phone.on)
    await waitFor(() => expect(told).toEqual([{ phone: null }]))
    expect(unsubscribe).toHaveBeenCalled()
  })

  test('turned off, they are wanted no more', async () => {
    phone(true)
    await press(account.phone.off)
    await waitFor(() => expect(told).toEqual([{ phone: null }]))
    await waitFor(() => expect(unsubscribe).toHaveBeenCalled())
    expect(sent).toEqual([['DELETE /api/admin/push', null]])
  })
})
