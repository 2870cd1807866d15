// The way from a browser through the site to the sandbox, and when there is none.
import { env } from '@/lib/env'
import { paymentConfig } from '@/lib/payments/queries'
import { forwardToSandbox } from '@/lib/payments/sandbox'

const BASE = 'http://127.0.0.1:12111'
const SITE = 'http://localhost:3000/sandbox/stripe'
const SCRIPT = '/v3/stripe.js'

let asked: jest.SpyInstance
beforeAll(() => {
  process.env.DATABASE_URL = 'postgresql://u:p@localhost/studio'
})
beforeEach(() => {
  asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('sandbox'))
  Object.assign(env(), { STRIPE_API_BASE: BASE, sandbox: BASE })
})

test('what a browser needs is asked of the sandbox, and nothing else of it', async () => {
  expect(paymentConfig().scriptUrl).toBe('/sandbox/stripe/v3/stripe.js')
  expect(await (await forwardToSandbox(new Request(SITE + SCRIPT))).text()).toBe('sandbox')
  expect(asked.mock.calls.map(([url]) => String(url))).toEqual([BASE + SCRIPT])
  for (const path of ['/_sandbox/state', '/v1/refunds', '/v1/payment_intents'])
    await expect(forwardToSandbox(new Request(SITE + path))).rejects.toMatchObject({ status: 404 })
  expect(asked).toHaveBeenCalledTimes(1)
})

test('with other keys than the sandbox’s there is no way to it', async () => {
  Object.assign(env(), { sandbox: null })
  expect(paymentConfig().scriptUrl).toBeNull()
  await expect(forwardToSandbox(new Request(SITE + SCRIPT))).rejects.toMatchObject({ status: 404 })
  expect(asked).not.toHaveBeenCalled()
})
