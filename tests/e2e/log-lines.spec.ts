// What is written to the log in production: lines of JSON alone, and no error for what a visitor does wrong.
import { request } from 'node:http'
import type { App } from '@/scripts/local/app'
import { expect, test } from '@/tests/support/e2e'
import { startInstance } from '@/tests/support/instances'

type Mistake = { method?: string; path: string; headers?: Record<string, string>; body?: string }

const JSON_BODY = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const MISTAKES: Mistake[] = [
  { path: '/%' },
  { path: '/%C3%28' },
  { path: '/no/such/page' },
  { path: '/xx/booking' },
  { path: '/blog/%E0%A4%A' },
  { path: '/blog/none', headers: { rsc: '1' } },
  { path: '/booking?date=%00&service=%FF' },
  { path: '/booking', headers: { rsc: '1', 'next-router-state-tree': '%7B' } },
  { path: '/booking', headers: { rsc: '1', 'next-router-state-tree': 'x'.repeat(5_000) } },
  { path: '/booking', headers: { rsc: '1', 'next-router-segment-prefetch': '/../x' } },
  { path: '/booking', headers: { cookie: 'NEXT_LOCALE=%; studio=%E0; ===' } },
  { path: '/manage/none' },
  { path: `/manage/${'a'.repeat(22)}` },
  { path: '/calendar/none.ics' },
  { path: '/admin/bookings/99999999999999999999' },
  { path: '/og/none' },
  { path: '/_next/static/none.js' },
  { path: '/_next/image?url=x&w=1&q=1' },
  { path: '/_next/data/x/booking.json' },
  { path: '/api/none' },
  { path: '/api/availability?date=x' },
  { path: '/api/blog-posts/%' },
  { method: 'POST', path: '/api/bookings', headers: JSON_BODY, body: '{' },
  { method: 'POST', path: '/api/bookings', headers: JSON_BODY, body: '{"__proto__":1}' },
  { method: 'POST', path: '/api/webhooks/stripe', headers: JSON_BODY, body: '{}' },
  { method: 'POST', path: '/contact', headers: FORM, body: '--x\r\n' },
  { method: 'POST', path: '/contact', headers: { ...FORM, 'next-action': 'x' }, body: '--x--' },
  { method: 'POST', path: '/contact', headers: { 'next-action': 'a'.repeat(42) }, body: '[]' },
  { method: 'POST', path: '/booking', headers: { 'next-action': '0'.repeat(40) }, body: '["$F1"]' },
  { method: 'POST', path: '/admin/login', headers: FORM, body: '--x\r\n\r\n$ACTION_ID_\r\n--x--' },
  { method: 'POST', path: '/', headers: { 'content-type': 'text/plain' }, body: 'x' },
  { method: 'PUT', path: '/booking' },
  { method: 'OPTIONS', path: '/booking' },
]

function send(app: App, { method = 'GET', path, headers = {}, body }: Mistake): Promise<number> {
  return new Promise((done) => {
    const { hostname, port } = new URL(app.url)
    const origin = method === 'GET' ? {} : { origin: app.url }
    const outgoing = request(
      { hostname, port, method, path, headers: { ...origin, ...headers }, agent: false },
      (answer) => {
        answer.resume()
        answer.once('close', () => done(answer.statusCode ?? 0))
      },
    )
    outgoing.once('error', () => done(0))
    outgoing.end(body)
  })
}

test(
  'the log is lines of JSON, and no mistake of a visitor is an error',
  { tag: '@desktop' },
  async () => {
    const app = await startInstance({})
    try {
      const answers = new Map<string, number>()
      for (const mistake of MISTAKES)
        answers.set(JSON.stringify(mistake).slice(0, 200), await send(app, mistake))
      expect([...answers].filter(([, status]) => status >= 500)).toEqual([])
    } finally {
      await app.stop()
    }
    const lines = app.log().trim().split('\n')
    expect(lines.length).toBeGreaterThan(MISTAKES.length)
    const faults = lines.filter((line) => {
      if (!line.startsWith('{')) return true
      const { level } = JSON.parse(line) as { level: number }
      return level >= 40 && !line.includes('no security updates')
    })
    expect(faults).toEqual([])
  },
)
