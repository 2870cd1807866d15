/** @jest-environment-options {"url": "https://studio.example/booking"} */
import { cookiesWork } from '@/components/browser/cookies'

test('the cookie by which a browser is tried is bound to this host, and goes again', () => {
  const set = jest.spyOn(document, 'cookie', 'set')
  expect(cookiesWork()).toBe(true)
  expect(set.mock.calls.flat()).toEqual([
    '__Host-cookie-trial=1; Path=/; SameSite=Lax; Secure',
    '__Host-cookie-trial=; Path=/; SameSite=Lax; Secure; Max-Age=0',
  ])
  set.mockRestore()
  expect(document.cookie).toBe('')
})
