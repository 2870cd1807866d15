// What a page of the console does for its service worker (public/console-worker.js).
import { render } from '@testing-library/react'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { ConsoleWorker } from '@/components/admin/frame/console-worker'
import en from '@/messages/en.json'

const push = jest.fn()
const serviceWorker = Object.assign(new EventTarget(), {
  register: async () => undefined,
  ready: Promise.resolve({ active: null }),
})
beforeAll(() => Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker }))
beforeEach(() => {
  push.mockClear()
  history.replaceState(null, '', '/ms/admin/settings?q=hours')
})

/** The worker asks this page to go there; whether the page has answered. */
function ask(path: string): boolean {
  const answer = jest.fn()
  const data = { url: `https://studio.example${path}` }
  const event = Object.assign(new Event('message'), { data, ports: [{ postMessage: answer }] })
  serviceWorker.dispatchEvent(event)
  return answer.mock.calls.length > 0
}

const open = () =>
  render(
    <AppRouterContext value={{ push } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
        <ConsoleWorker scope="/ms/admin" trusted whose="1 owner" />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )

test('a pressed notification is opened by the router, which keeps what is typed', () => {
  open()
  expect(ask('/ms/admin/bookings/7')).toBe(true)
  expect(push.mock.calls).toEqual([['/ms/admin/bookings/7']])
})

test('one about the page that is shown leaves it as it is', () => {
  open()
  expect(ask('/ms/admin/settings?q=hours')).toBe(true)
  expect(push).not.toHaveBeenCalled()
})

test('a page that was left answers no more', () => {
  open().unmount()
  expect(ask('/ms/admin/bookings/7')).toBe(false)
})
