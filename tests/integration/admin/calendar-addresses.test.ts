// The secret addresses at which somebody's own calendar reads the sessions.
import ICAL from 'ical.js'
import { GET as readCalendar } from '@/app/api/calendar/[token]/route'
import { addAddress, removeAddress } from '@/lib/admin/addresses/change'
import { monthView, roomsView } from '@/lib/admin/calendar/queries'
import { viewDates } from '@/lib/admin/calendar/rules'
import { changeOwnPassword } from '@/lib/auth/account'
import { changePassword } from '@/lib/auth/admin-accounts'
import { hashPassword } from '@/lib/auth/passwords'
import { signOut, signOutEverywhere } from '@/lib/auth/sessions'
import { changeUser } from '@/lib/auth/users/change'
import { sha256 } from '@/lib/http/request'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { DAY_MS, studioDate } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { openShop } from '@/tests/support/shop'

const shop = openShop()
const OWNER = { id: 1, username: 'owner' }

type Person = { id: number; username: string }

/** Somebody who is signed in; the token of their session is their name. */
async function person(username: string, role: string, password = 'x'): Promise<Person> {
  const [row] = await shop.rows(
    `WITH made AS (INSERT INTO users (username, password, role) VALUES ($1, $3, $2) RETURNING id)
    INSERT INTO sessions (id, kind, user_id, expires_at)
      SELECT $4, 'admin', id, now() + interval '1 hour' FROM made RETURNING user_id AS id`,
    [username, role, password, sha256(username)],
  )
  return { id: Number(row?.id), username }
}

const add = (who: Person, roomId: number | null = null) =>
  addAddress(who, { roomId, locale: 'en', token: who.username })

const tokenIn = (address: string) => /\/calendar\/([\w-]{22})\.ics$/.exec(address)?.[1] ?? ''
const read = (token: string, headers: Record<string, string> = {}) =>
  callRoute(readCalendar, `/api/calendar/${token}`, { method: 'GET', params: { token }, headers })

const events = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))

test('each role reads what it may see, in UTC, under a name that stays', async () => {
  const { booking } = await shop.sold()
  const [stored] = await shop.rows(
    `SELECT email, first_name AS name, total_amount::text AS total, manage_token AS token
    FROM bookings WHERE id = $1`,
    [booking],
  )
  const crew = await person('siti', 'crew')
  const manager = await person('farid', 'manager')
  const of = async (who: Person) => tokenIn((await add(who)).address)
  const [forCrew, forManager] = [await of(crew), await of(manager)]

  const answer = await read(forCrew)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/calendar/)
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')
  const text = await answer.text()
  const [event] = events(text)
  expect(event?.uid).toMatch(new RegExp(`^session-${booking}@`))
  expect(event?.summary).toContain(String(stored?.name))
  expect(event?.startDate.zone.tzid).toBe('UTC')
  expect(text).not.toContain('VTIMEZONE')
  for (const secret of [stored?.email, stored?.total, stored?.token, forCrew])
    expect(text).not.toContain(String(secret))
  expect(event?.description ?? '').toBe('')

  const whole = events(await (await read(forManager)).text())[0]
  expect(whole?.description).toContain('Nothing to pay')
  expect(whole?.summary).toContain(' · ')
  await shop.rows(`UPDATE users SET role = 'crew' WHERE id = $1`, [manager.id])
  expect(events(await (await read(forManager)).text())[0]?.description ?? '').toBe('')

  const etag = answer.headers.get('etag') ?? ''
  expect((await read(forCrew, { 'if-none-match': etag })).status).toBe(304)
  await shop.rows(`UPDATE bookings SET first_name = 'Zainab' WHERE id = $1`, [booking])
  expect((await read(forCrew, { 'if-none-match': etag })).status).toBe(200)
})

test('one of a room has that room alone', async () => {
  await shop.sold()
  const crew = await person('siti', 'crew')
  const [room] = await shop.rows(`INSERT INTO studios (name) VALUES ('Empty') RETURNING id`)
  const { address } = await add(crew, Number(room?.id))
  const text = await (await read(tokenIn(address))).text()
  expect(events(text)).toEqual([])
  // What a calendar shows of it, and how often it asks for it, are there also without a session.
  expect(text).toContain(`\r\nX-WR-CALNAME:${DEFAULT_SITE.name}\r\n`)
  expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n')
})

test('an address ends when it is removed, and with its person', async () => {
  await person('boss', 'owner')
  const crew = await person('siti', 'crew')
  const make = () => add(crew)
  const [first, second, third] = [await make(), await make(), await make()]
  const status = async ({ address }: { address: string }) => (await read(tokenIn(address))).status
  expect(await shop.rows(`SELECT token_hash FROM calendar_addresses`)).not.toContainEqual({
    token_hash: tokenIn(first.address),
  })
  await expect(removeAddress(first.id, OWNER)).rejects.toMatchObject({ code: 'not_found' })
  await removeAddress(first.id, crew)
  expect(await status(first)).toBe(404)
  expect(await status(second)).toBe(200)
  await shop.rows(`UPDATE users SET disabled_at = now() WHERE id = $1`, [crew.id])
  expect(await status(second)).toBe(404)
  await shop.rows(`UPDATE users SET disabled_at = NULL WHERE id = $1`, [crew.id])
  await changeUser({ id: crew.id, role: 'manager', admin: OWNER, now: new Date() })
  expect(await status(third)).toBe(404)
  expect(await status({ address: '/calendar/unknownunknownunknown1.ics' })).toBe(404)
})

test('nobody has more than ten', async () => {
  const crew = await person('siti', 'crew')
  for (let made = 0; made < 10; made++) await add(crew)
  await expect(add(crew)).rejects.toMatchObject({
    code: 'not_changeable',
  })
})

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'another horse battery'
const ENDS: [string, (who: Person) => Promise<unknown>][] = [
  ['signing out everywhere', ({ username }) => signOutEverywhere(username)],
  ['the operator’s reset', ({ username }) => changePassword(username, NEW_PASSWORD)],
  [
    'a changed password',
    (who) =>
      changeOwnPassword(who, {
        ...{ token: who.username, password: PASSWORD, newPassword: NEW_PASSWORD, code: null },
        ...{
          browser: null,
          origin: { browser: null, system: null, network: null },
          now: new Date(),
        },
      }),
  ],
]

test.each(ENDS)('%s ends their addresses, and nobody else’s', async (_what, end) => {
  const crew = await person('siti', 'crew', await hashPassword(PASSWORD))
  const other = await person('farid', 'crew')
  const [own, others] = [await add(crew), await add(other)]
  await end(crew)
  expect((await read(tokenIn(own.address))).status).toBe(404)
  expect((await read(tokenIn(others.address))).status).toBe(200)
})

test('signing out of one browser leaves them', async () => {
  const crew = await person('siti', 'crew')
  const { address } = await add(crew)
  await signOut(crew.username)
  expect((await read(tokenIn(address))).status).toBe(200)
})

test('no address is made in a session that has ended, nor left by one that ends meanwhile', async () => {
  const crew = await person('siti', 'crew')
  const [made] = await Promise.allSettled([add(crew), signOutEverywhere(crew.username)])
  expect(await shop.rows('SELECT 1 FROM calendar_addresses')).toEqual([])
  if (made.status === 'rejected') expect(made.reason).toMatchObject({ code: 'unauthorized' })
  await expect(add(crew)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('what people write stays a text, and the request’s host names nothing', async () => {
  const { booking } = await shop.sold()
  const evil = 'Aïsha, 🌸; \\n BEGIN:VEVENT'
  await shop.rows(`UPDATE bookings SET first_name = $2, last_name = $3, phone = $4 WHERE id = $1`, [
    ...[booking, evil, 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil', '+60 1\u2028ATTACH:x'],
  ])
  await shop.rows(`UPDATE studios SET name = E'A;B\\nX-EVIL:1'`)
  const manager = await person('farid', 'manager')
  const { address } = await add(manager)
  const text = await (await read(tokenIn(address), { host: 'evil.example' })).text()
  expect(events(text)).toHaveLength(1)
  expect(text).not.toMatch(/^(X-EVIL|ATTACH|UID:evil)/m)
  expect(text).not.toContain('evil.example')
  expect(events(text)[0]?.summary).toContain(evil)
  const fold = text.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...fold)).toBeLessThanOrEqual(75)
})

test('of six thousand sessions the first five thousand are read, and a day and a month show them', async () => {
  await shop.sold()
  const crew = await person('siti', 'crew')
  const { address } = await add(crew)
  await shop.rows(
    `INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at)
    SELECT 1, 1, at, at + interval '30 minutes' FROM generate_series(1, 6000) n,
      LATERAL (SELECT date_trunc('hour', now()) + interval '30 days' + n * interval '30 minutes' AS at) AS t`,
  )
  const answer = await read(tokenIn(address))
  expect(answer.status).toBe(200)
  expect((await answer.text()).match(/BEGIN:VEVENT/g)).toHaveLength(5_000)
  const day = studioDate(new Date(Date.now() + 40 * DAY_MS))
  const { sessions, percent } =
    (await monthView(viewDates('month', day).dates, 'en')).find(({ date }) => date === day) ?? {}
  expect([sessions, (percent ?? 0) > 100]).toEqual([1, true])
  const { entries } = await roomsView({ dates: [day], locale: 'en', seesMoney: true })
  expect(entries).toHaveLength(48)
  await shop.rows(`DELETE FROM slot_reservations WHERE starts_at > now() + interval '29 days'`)
})

test('a session that is over stays in it', async () => {
  const { booking } = await shop.sold()
  const { address } = await add(await person('siti', 'crew'))
  await shop.rows(`UPDATE bookings SET status = 'completed' WHERE id = $1`, [booking])
  expect(events(await (await read(tokenIn(address))).text())).toHaveLength(1)
})
