// Signing out on a page without the console's frame: nothing stays on this device.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { forgetConsole } from '@/components/admin/account/forget-console'
import { SignOutButton } from '@/components/admin/account/sign-out-button'

const close = jest.fn()
const unregister = jest.fn()
const of = (scope: string) => ({ scope, unregister, getNotifications: async () => [{ close }] })
beforeAll(() => {
  const getRegistrations = async () => [
    of('https://studio.example/admin'),
    of('https://studio.example/ms/admin'),
    of('https://studio.example/elsewhere'),
  ]
  Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistrations } })
  Object.defineProperty(globalThis, 'caches', { value: { keys: async () => [] } })
})
beforeEach(() => jest.clearAllMocks())

test('the notifications that are shown are closed, in every language', async () => {
  await forgetConsole()
  expect(close).toHaveBeenCalledTimes(2)
  expect(unregister).toHaveBeenCalledTimes(2)
})

test('the run sheet’s button ends the session', async () => {
  const call = jest.fn().mockResolvedValue({ ok: true, status: 204, headers: { get: () => null } })
  globalThis.fetch = call
  render(<SignOutButton label="Sign out" exit="#signed-out" trusted={false} />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2))
  expect(call.mock.calls).toMatchObject([['/api/auth/sign-out', { method: 'POST' }]])
})
