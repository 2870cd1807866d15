// Calendars of elsewhere whose events block a room.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DELETE as removeBlock } from '@/app/api/admin/blocks/[id]/route'
import { POST as readAgain } from '@/app/api/admin/feeds/[id]/reading/route'
import { DELETE as removeFeed } from '@/app/api/admin/feeds/[id]/route'
import { POST as addFeedCall } from '@/app/api/admin/feeds/route'
import { troubles } from '@/lib/admin/attention/queries'
import { roomsView } from '@/lib/admin/calendar/queries'
import { addFeed } from '@/lib/admin/feeds/change'
import type { Network } from '@/lib/admin/feeds/fetch'
import { isPublicAddress } from '@/lib/http/client-address'
import { feedsForAdmin } from '@/lib/admin/feeds/queries'
import { readDueFeeds, readFeedNow } from '@/lib/admin/feeds/read'
import { availability } from '@/lib/availability/queries'
import { invalidateContent } from '@/lib/cache/remembered'
import { standingInClosedTime } from '@/lib/closings/queries'
import { blocksOfYear } from '@/lib/closings/year/queries'
import { DAY_MS, MINUTE_MS } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { ownerCookie } from './admin'

const NOW = new Date('2026-12-01T01:00:00Z')
const shop = openShop()
let answer: RequestListener
let asked: { url: string; etag: string | undefined }[] = []
let server: Server

beforeAll(async () => {
  server = createServer((incoming, response) => {
    asked.push({ url: String(incoming.url), etag: incoming.headers['if-none-match'] })
    answer(incoming, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(() => {
  asked = []
  invalidateContent()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The internet, in which each name is the test's server, or what is said of it here. */
const network = (elsewhere: Record<string, string> = {}): Network => ({
  request: ({ hostname, path, headers, lookup, signal }, answered) =>
    request(
      {
        ...{ hostname, path, headers, agent: false, port: (server.address() as AddressInfo).port },
        ...(lookup && { lookup }),
        ...(signal && { signal }),
      },
      answered,
    ),
  lookup: (host, found) => found(null, [{ address: elsewhere[host] ?? '127.0.0.1', family: 4 }]),
  allows: (address) => address === '127.0.0.1' || isPublicAddress(address),
})

const fixture = (name: string) =>
  readFileSync(join(process.cwd(), 'tests/fixtures/feeds', `${name}.ics`), 'utf8')
const says =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/calendar', ...headers }).end(body)

const add = async (name: string, address = 'https://calendar.example/basic.ics') =>
  (await addFeed({ roomId: 1, name, address }, 'owner')).id
const shown = async () => (await feedsForAdmin(NOW))[0]
const blocks = () =>
  shop.rows(
    `SELECT id, first_day::text, last_day::text, from_minute, to_minute, reason, created_at FROM blocks ORDER BY first_day, from_minute`,
  )
async function freeOn(date: string): Promise<string[]> {
  invalidateContent()
  const question = { duration: 'hourly', hours: 1, visitorHash: null, now: NOW } as const
  return (await availability(date, 'en', question)).dto.availableSlots
}
const one = (start: string, end: string, title = 'Elsewhere') =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', `SUMMARY:${title}`],
    ...[`DTSTART:${start}`, `DTEND:${end}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

test.each([
  ['google', '2026-12-07', ['10:00', '11:00']],
  ['google', '2026-12-03', ['10:00', '11:00']],
  ['google', '2026-12-22', ['14:00']],
  ['apple', '2026-12-15', ['17:00']],
  ['outlook', '2026-12-03', ['15:00', '16:00']],
  ['outlook', '2026-12-16', ['16:00']],
])('a calendar of %s closes on %s the hours %j and no others', async (name, date, hours) => {
  const before = await freeOn(date)
  answer = says(fixture(name))
  expect(await readFeedNow(await add(name), NOW, network())).toBe(true)
  const after = await freeOn(date)
  expect(before.filter((time) => !after.includes(time))).toEqual(hours)
  const day = await availability(date, 'en', {
    ...{ duration: 'hourly', hours: 1, visitorHash: null, now: NOW },
  })
  expect(JSON.stringify(day)).not.toMatch(/Podcast|Pemotretan|London|Team|Munich|google/)
})

test.each([
  ['google', '2026-12-14', '2026-12-21', '2026-12-10'],
  ['apple', '2026-12-02', '2027-02-16', '2026-12-09'],
  ['outlook', '2026-12-17', '2026-12-09', '2026-12-10'],
])('a calendar of %s leaves open what was left out, moved or is free', async (name, ...dates) => {
  const before = await Promise.all(dates.map(freeOn))
  answer = says(fixture(name))
  await readFeedNow(await add(name), NOW, network())
  expect(await Promise.all(dates.map(freeOn))).toEqual(before)
  expect((await blocks()).length).toBeGreaterThan(3)
})

test('whole days are closed, without a reason for visitors', async () => {
  answer = says(fixture('google'))
  await readFeedNow(await add('Google'), NOW, network())
  const { dto } = await availability('2026-12-24', 'en', {
    ...{ duration: 'hourly', hours: 1, visitorHash: null, now: NOW },
  })
  expect(dto).toMatchObject({ closed: true, reason: null, availableSlots: [] })
})

test('the year of closed days has its whole days, after the studio’s own', async () => {
  await shop.rows(
    `INSERT INTO blocks (first_day, last_day, reason) VALUES ('2026-12-30', '2026-12-30', 'Own')`,
  )
  answer = says(fixture('google'))
  await readFeedNow(await add('Google'), NOW, network())
  expect((await blocksOfYear(2026)).blocks.map(({ reason }) => reason)).toEqual([
    'Own',
    'Google: Painting the walls',
  ])
})

test('read again it changes nothing, and what stays keeps since when it is closed', async () => {
  const id = await add('Google')
  answer = says(fixture('google'))
  await readFeedNow(id, NOW, network())
  const first = await blocks()
  const versions = () => shop.rows(`SELECT version FROM content_versions WHERE tag = 'blocks'`)
  const before = await versions()
  await readFeedNow(id, new Date(+NOW + MINUTE_MS), network())
  expect(await blocks()).toEqual(first)
  expect(await versions()).toEqual(before)
  answer = says(
    fixture('google')
      .replace('SUMMARY:Painting the walls', 'SUMMARY:Painting')
      .replace('DTSTART:20261203T020000Z', 'DTSTART:20261203T030000Z'),
  )
  await readFeedNow(id, new Date(+NOW + 2 * MINUTE_MS), network())
  const then = await blocks()
  expect(then.filter(({ id: row }) => !first.some((old) => old.id === row))).toEqual([
    expect.objectContaining({ first_day: '2026-12-03', from_minute: 660 }),
  ])
  const painting = (rows: typeof first) => rows.find(({ first_day: day }) => day === '2026-12-24')
  expect(painting(then)).toEqual({ ...painting(first), reason: 'Google: Painting' })
})

test('an event over a booking lists it, and neither moves it', async () => {
  const date = workingDay()
  const { booking } = await shop.sold({ date, time: '10:00' })
  const day = date.replaceAll('-', '')
  answer = says(one(`${day}T020000Z`, `${day}T030000Z`, 'Dentist'))
  await readFeedNow(await add('Google'), new Date(), network())
  const listed = await standingInClosedTime({ now: new Date(), locale: 'en' })
  expect(listed.rows).toMatchObject([
    { id: booking, why: [{ kind: 'block', reason: 'Google: Dentist' }] },
  ])
  await shop.rows(`UPDATE bookings SET kept_at = now() WHERE id = $1`, [booking])
  await readFeedNow(1, new Date(), network())
  expect((await standingInClosedTime({ now: new Date(), locale: 'en' })).count).toBe(0)
})

const FAILURES: [what: string, RequestListener, why: string, detail?: string][] = [
  ['answers 500', says('', {}, 500), 'status', '500'],
  ['is gone', says('', {}, 410), 'gone'],
  ['answers with a page', says('<!doctype html><title>Sign in</title>'), 'not_calendar'],
  ['is ten times too large', says(Buffer.alloc(20 * 1024 * 1024, 'X')), 'too_large'],
  [
    'is ten times too large once it is unpacked',
    says(gzipSync(Buffer.alloc(20 * 1024 * 1024)), { 'content-encoding': 'gzip' }),
    'too_large',
  ],
  ['hangs up', (incoming) => incoming.socket.destroy(), 'unreachable'],
  ['is no gzip', says('BEGIN:VCALENDAR', { 'content-encoding': 'gzip' }), 'unreachable'],
  ['leads to itself', says('', { location: '/again' }, 302), 'redirects'],
  [
    'leads to http',
    (incoming, response) =>
      (incoming.url === '/plain'
        ? says(fixture('apple'))
        : says('', { location: 'http://calendar.example/plain' }, 302))(incoming, response),
    'redirects',
  ],
  [
    'leads to a private name',
    says('', { location: 'https://inside.example/' }, 302),
    'unreachable',
  ],
  ['leads to this machine', says('', { location: 'https://[::1]/' }, 302), 'unreachable'],
  ['leads to the cloud', says('', { location: 'https://169.254.169.254/' }, 302), 'unreachable'],
  [
    'sends too slowly',
    (_, response) => {
      response.writeHead(200).write('BEGIN:VCALENDAR\r\n')
      const timer = setInterval(() => response.write('X-SLOW:1\r\n'), 500)
      response.on('close', () => clearInterval(timer))
    },
    'too_slow',
  ],
]
test.each(FAILURES)(
  'a calendar that %s changes nothing and says why',
  async (_, failing, why, detail = null as never) => {
    const id = await add('Google')
    answer = says(fixture('google'))
    await readFeedNow(id, NOW, network())
    const before = await blocks()
    answer = failing
    const later = new Date(+NOW + DAY_MS)
    const inside = network({ 'inside.example': '10.0.0.8' })
    expect(await readFeedNow(id, later, inside)).toBe(false)
    expect(await blocks()).toEqual(before)
    expect((await shown())?.error).toEqual({ why, detail, since: later.toISOString() })
    if (why !== 'too_slow') await readFeedNow(id, new Date(+later + DAY_MS), inside)
    expect((await shown())?.error?.since).toBe(later.toISOString())
    answer = says(fixture('google'))
    await readFeedNow(id, new Date(+later + 2 * DAY_MS), inside)
    expect((await shown())?.error).toBeNull()
  },
  20_000,
)

describe('a calendar that is suddenly without any event', () => {
  const EMPTY = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR', ''].join('\r\n')
  const at = (minutes: number) => new Date(+NOW + minutes * MINUTE_MS)
  /** Read with these bodies, each five minutes after the one before; what blocks after each. */
  async function read(id: number, begin: number, ...answers: RequestListener[]) {
    const counts: number[] = []
    for (const [nth, body] of answers.entries()) {
      answer = body
      await readFeedNow(id, at(begin + nth * 5), network())
      counts.push((await blocks()).length)
    }
    return counts
  }
  const [full, empty] = [says(fixture('google'), { etag: '"one"' }), says(EMPTY, { etag: '"two"' })]

  test('is believed once it has been for a quarter of an hour, and shown until then', async () => {
    const id = await add('Google')
    const [all] = await read(id, 0, full)
    expect(await read(id, 5, empty, empty, empty)).toEqual([all, all, all])
    expect(await shown()).toMatchObject({
      ...{ error: null, succeededAt: at(15).toISOString() },
      empty: { since: at(5).toISOString(), until: at(20).toISOString() },
    })
    // Until then the file is asked for by what blocks.
    expect(asked.at(-1)?.etag).toBe('"one"')
    expect(await read(id, 20, empty)).toEqual([0])
    expect((await shown())?.empty).toBeNull()
    expect(await freeOn('2026-12-07')).toContain('10:00')
    expect(await read(id, 25, empty)).toEqual([0])
    expect((await shown())?.empty).toBeNull()
  })

  test.each<[string, RequestListener]>([
    ['has events again', full],
    ['is as it was', says('', {}, 304)],
    ['cannot be read', says('', {}, 500)],
  ])('and meanwhile %s is waited for anew', async (_, between) => {
    const id = await add('Google')
    const [all] = await read(id, 0, full)
    expect(await read(id, 5, empty, between, empty, empty)).toEqual([all, all, all, all])
    expect((await shown())?.empty?.since).toBe(at(15).toISOString())
  })

  test('from which nothing blocks, and one with other events, are believed at once', async () => {
    const id = await add('Google')
    expect(await read(id, 0, empty)).toEqual([0])
    expect((await shown())?.empty).toBeNull()
    const past = says(one('20261125T020000Z', '20261125T030000Z'))
    expect(await read(id, 5, full, past, empty)).toEqual([expect.any(Number), 1, 0])
    const cancelled = one('20261203T020000Z', '20261203T030000Z').replace(
      'END:VEVENT',
      'STATUS:CANCELLED\r\nEND:VEVENT',
    )
    expect(await read(id, 20, full, says(cancelled))).toEqual([expect.any(Number), 0])
  })
})

// Ten years of a busy calendar, as large as one may be.
describe('the largest calendar', () => {
  const EVENTS = 10_000
  const TIMES = 2_000
  const BYTES = 2 * 1024 * 1024
  const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')
  /** `times` within reach, five a day, and the rest years ago; with words up to the last byte. */
  function calendar(times: number, minutes = 0): string {
    const event = (nth: number, words: string) => {
      const day = nth < times ? Math.floor(nth / 5) - 5 : -(1_000 + (nth % 2_000))
      const start = new Date(+NOW + day * DAY_MS + ((nth % 5) * 120 + minutes) * MINUTE_MS)
      return [
        ...['BEGIN:VEVENT', `UID:${nth}`, `SUMMARY:Session ${nth}`, `DTSTART:${stamp(start)}`],
        ...[
          `DTEND:${stamp(new Date(+start + 60 * MINUTE_MS))}`,
          `DESCRIPTION:${words}`,
          'END:VEVENT',
          '',
        ],
      ].join('\r\n')
    }
    const [head, foot] = ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'END:VCALENDAR\r\n']
    const bare = Array.from({ length: EVENTS }, (_, nth) => event(nth, '')).join('')
    const spare = BYTES - head.length - foot.length - bare.length
    const each = 'x'.repeat(Math.floor(spare / EVENTS))
    return head + Array.from({ length: EVENTS }, (_, nth) => event(nth, each)).join('') + foot
  }

  test('is applied well within its time, all of it moved too, and one time more changes nothing', async () => {
    const id = await add('Google')
    const read = async (body: string, days: number) => {
      answer = says(body)
      const begun = Date.now()
      const isRead = await readFeedNow(id, new Date(+NOW + days * MINUTE_MS), network())
      return { isRead, ms: Date.now() - begun }
    }
    const [first, moved] = [calendar(TIMES), calendar(TIMES, 30)]
    expect(first.length).toBeGreaterThan(BYTES - EVENTS)
    for (const [nth, body] of [first, moved].entries()) {
      const { isRead, ms } = await read(body, nth)
      expect((await shown())?.error).toBeNull()
      expect(isRead).toBe(true)
      expect(ms).toBeLessThan(10_000)
      expect(await blocks()).toHaveLength(TIMES)
    }
    const kept = await blocks()
    expect(kept).toContainEqual(
      expect.objectContaining({
        first_day: '2026-12-03',
        from_minute: 9 * 60 + 30,
        to_minute: 10 * 60 + 30,
      }),
    )
    const { isRead } = await read(calendar(TIMES + 1), 2)
    expect(isRead).toBe(false)
    expect((await shown())?.error?.why).toBe('too_many')
    expect(await blocks()).toEqual(kept)
    expect(await freeOn('2026-12-03')).not.toContain('09:00')
  }, 60_000)
})

test('no address that is not public is asked, however it is written, nor told from one that does not answer', async () => {
  const hosts = ['127.0.0.1', '[::1]', '0x7f.1', '[::ffff:10.0.0.1]', '100.64.0.1', '[fd00::1]']
  answer = says(fixture('google'))
  const strict: Network = { ...network(), allows: isPublicAddress }
  for (const [nth, host] of [...hosts, 'localhost', '[fe80::1]', '192.168.1.4'].entries()) {
    await shop.rows('DELETE FROM feeds')
    const id = await add(`Calendar ${nth}`, `https://${host}/basic.ics`)
    expect([host, await readFeedNow(id, NOW, strict)]).toEqual([host, false])
    expect((await shown())?.error?.why).toBe('unreachable')
  }
  expect(asked).toEqual([])
})

test('webcal is https, packed is unpacked, and unchanged is asked for once a day', async () => {
  const id = await add('Apple', 'webcal://p101.example/published/2/abc?x=1')
  answer = says(gzipSync(fixture('apple')), { etag: '"one"', 'content-encoding': 'gzip' })
  await readFeedNow(id, NOW, network())
  const first = await blocks()
  expect(asked).toEqual([{ url: '/published/2/abc?x=1', etag: undefined }])
  answer = says('', {}, 304)
  expect(await readFeedNow(id, new Date(+NOW + MINUTE_MS), network())).toBe(true)
  expect(asked.at(-1)?.etag).toBe('"one"')
  expect(await blocks()).toEqual(first)
  answer = says(fixture('apple'), { etag: '"one"' })
  await readFeedNow(id, new Date(+NOW + DAY_MS), network())
  expect(asked.at(-1)?.etag).toBeUndefined()
})

// Of icalendar 238, golang-ical 7: folded by bytes, a character is in two lines.
test('a title that is folded within a character is whole', async () => {
  const bytes = Buffer.from(one('20261203T020000Z', '20261203T030000Z', '攝影棚'))
  const within = bytes.indexOf('影') + 1
  const folded = [bytes.subarray(0, within), Buffer.from('\r\n '), bytes.subarray(within)]
  answer = says(Buffer.concat(folded))
  await readFeedNow(await add('Google'), NOW, network())
  expect(await blocks()).toMatchObject([{ reason: 'Google: 攝影棚' }])
})

test('our own sessions in a calendar from elsewhere block nothing', async () => {
  const own = `booking-42@${new URL(String(process.env.SITE_URL)).hostname}`
  answer = says(one('20261203T020000Z', '20261203T030000Z').replace('UID:1', `UID:${own}`))
  expect(await readFeedNow(await add('Own', 'webcals://calendar.example/'), NOW, network())).toBe(
    true,
  )
  expect(await blocks()).toEqual([])
})

test('each is read every five minutes, by one instance alone', async () => {
  answer = says(fixture('google'))
  for (const name of ['One', 'Two', 'Three']) await add(name)
  const at = (minutes: number) => new Date(+NOW + minutes * MINUTE_MS)
  const read = async (minutes: number) =>
    (
      await Promise.all([
        readDueFeeds(at(minutes), network()),
        readDueFeeds(at(minutes), network()),
      ])
    ).reduce((a, b) => a + b)
  expect(await read(0)).toBe(3)
  expect(await read(4)).toBe(0)
  expect(await read(5)).toBe(3)
  expect(asked).toHaveLength(6)
})

test('what began to be read earlier does not replace what was read later', async () => {
  const id = await add('Google')
  answer = says(one('20261203T020000Z', '20261203T030000Z'))
  await readFeedNow(id, new Date(+NOW + MINUTE_MS), network())
  answer = says(one('20261204T020000Z', '20261204T030000Z'))
  await readFeedNow(id, NOW, network())
  expect(await blocks()).toMatchObject([{ first_day: '2026-12-03' }])
})

test('the calendar says where a block comes from; crew read no title', async () => {
  answer = says(fixture('google'))
  await readFeedNow(await add('Google'), NOW, network())
  const entries = async (seesMoney: boolean) =>
    (await roomsView({ dates: ['2026-12-07'], locale: 'en', seesMoney })).entries
  const known = { kind: 'block', state: 'feed', feed: 'Google', from: '10:00', to: '12:00' }
  expect(await entries(true)).toMatchObject([{ ...known, reason: 'Google: Podcast class' }])
  expect(await entries(false)).toMatchObject([{ ...known, reason: 'Google' }])
})

test('what fails for hours needs attention', async () => {
  const id = await add('Google')
  answer = says('', {}, 404)
  await readFeedNow(id, new Date(), network())
  expect((await troubles()).filter(({ kind }) => kind === 'feed')).toEqual([])
  await shop.rows(`UPDATE feeds SET failing_since = now() - interval '181 minutes'`)
  expect((await troubles()).filter(({ kind }) => kind === 'feed')).toMatchObject([
    { job: 'Google (Studio A)' },
  ])
})

test('it is added, read and removed by its calls, with its blocks and a line in the log', async () => {
  const cookie = await ownerCookie(shop)
  const call = async (
    handler: Parameters<typeof callRoute>[0],
    method: 'POST' | 'DELETE',
    id: number | null,
    body?: object,
  ) =>
    callRoute(handler, '/api/admin/feeds', {
      ...{ method, headers: { cookie } },
      ...(body && { body }),
      ...(id !== null && { params: { id: String(id) } }),
    })
  const body = { roomId: 1, name: 'Google', address: 'https://localhost/private-secret/basic.ics' }
  for (const address of ['http://x.example/', 'ftp://x.example/', 'https://a:b@x.example/', 'x'])
    expect((await call(addFeedCall, 'POST', null, { ...body, address })).status).toBe(400)
  const made = await call(addFeedCall, 'POST', null, body)
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: number }
  expect(await shown()).toMatchObject({
    ...{ host: 'localhost', times: 0, succeededAt: null, error: { why: 'unreachable' } },
  })
  expect((await call(addFeedCall, 'POST', null, body)).status).toBe(400)
  expect(await (await call(readAgain, 'POST', id)).json()).toEqual({ read: false })
  answer = says(one('20261203T020000Z', '20261203T030000Z'))
  await readFeedNow(id, new Date(), network())
  const [block] = await blocks()
  const refused = await callRoute(removeBlock, `/api/admin/blocks/${block?.id}`, {
    ...{ method: 'DELETE', headers: { cookie }, params: { id: String(block?.id) } },
  })
  expect(refused.status).toBe(409)
  expect(JSON.stringify(await refused.json())).toContain('Google')
  expect((await call(removeFeed, 'DELETE', id)).status).toBe(204)
  expect(await blocks()).toEqual([])
  expect((await call(removeFeed, 'DELETE', id)).status).toBe(404)
  const log = await shop.rows(
    `SELECT action, before, after FROM audit_log WHERE entity = 'feed' ORDER BY id`,
  )
  expect(log.map(({ action }) => action)).toEqual(['create', 'delete'])
  expect(JSON.stringify(log)).not.toContain('secret')
  for (let nth = 0; nth < 5; nth++) await add(`Calendar ${nth}`)
  await expect(add('One more')).rejects.toMatchObject({ code: 'not_changeable' })
})
