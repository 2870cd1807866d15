// What leaves the server for crew: who may see no money gets no byte of it.
import type { APIRequestContext } from '@playwright/test'
import { ownersCookie, sessionOf } from '@/tests/support/admin'
import { paidBooking, query } from '@/tests/support/bookings'
import { claimDay, expect } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'
import { adminPages } from '@/tests/support/routes'

type Secret = { what: string; text: string }

/** All that is secret about the bookings of the seed and of tests before this one. */
async function secrets(): Promise<Secret[]> {
  const rows = await query<{ email: string; token: string; intent: string | null; total: string }>(
    `SELECT b.email, b.manage_token AS token, b.total_amount::text AS total,
      (SELECT max(stripe_payment_intent_id) FROM payments p WHERE p.booking_id = b.id) AS intent
    FROM bookings b WHERE b.email <> '' ORDER BY b.id DESC LIMIT 200`,
  )
  expect(rows.length).toBeGreaterThan(0)
  return rows.flatMap(({ email, token, intent, total }) => [
    { what: 'email', text: email },
    { what: 'token', text: token },
    { what: 'amount', text: `RM${total}` },
    ...(intent ? [{ what: 'intent', text: intent }] : []),
  ])
}

/** A page as HTML and as the router asks for it. */
async function everyByteOf(request: APIRequestContext, path: string): Promise<string> {
  const html = await request.get(path)
  const rsc = await request.get(path, { headers: { rsc: '1' } })
  return (await html.text()) + (await rsc.text())
}

test('as crew no amount, email, intent or token of anybody is in any byte', async ({
  request: visitor,
  playwright,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await paidBooking(visitor, { date: await claimDay(), time: '10:00' })
  const as = ({ name, value }: { name: string; value: string }) =>
    playwright.request.newContext({
      ...(baseURL && { baseURL }),
      extraHTTPHeaders: { cookie: `${name}=${value}` },
    })
  const request = await as(await sessionOf('crew'))
  const bookings = await query<{ id: number; date: string }>(
    `SELECT id, date FROM bookings WHERE status IN ('confirmed', 'pending', 'completed')
    ORDER BY id DESC LIMIT 8`,
  )
  const secret = await secrets()
  const paths = [
    ...adminPages(),
    ...bookings.map(({ id }) => `/admin/bookings/${id}`),
    ...bookings.map(({ date }) => `/admin/calendar?date=${date}`),
    ...bookings.map(({ date }) => `/admin/calendar/sheet?date=${date}`),
    ...bookings.map(({ date }) => `/api/admin/today?date=${date}`),
    ...bookings.map(({ id }) => `/api/admin/bookings/${id}`),
    ...['/api/bookings', '/api/contacts', '/api/admin/customers', '/api/admin/search?q=a'],
  ]
  for (const path of paths) {
    const bytes = await everyByteOf(request, path)
    const found = secret.find(({ text }) => bytes.includes(text))
    expect([path, found?.what ?? 'nothing']).toEqual([path, 'nothing'])
  }
  // The same crawl finds them for the owner: it looks where they are.
  const [first] = bookings
  const owner = await as(ownersCookie())
  const owners = await everyByteOf(owner, `/admin/bookings/${first?.id ?? 0}`)
  expect(secret.some(({ what, text }) => what === 'amount' && owners.includes(text))).toBe(true)
  await Promise.all([request.dispose(), owner.dispose()])
})
