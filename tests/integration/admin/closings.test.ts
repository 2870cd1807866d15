// What stands in closed time: listed when something is closed, and worked off.
import { POST as addBlock } from '@/app/api/admin/blocks/route'
import { POST as preview } from '@/app/api/admin/closings/preview/route'
import { GET as choices } from '@/app/api/admin/closings/[id]/route'
import { PATCH as cancel } from '@/app/api/bookings/[id]/cancel/route'
import { PATCH as keep } from '@/app/api/bookings/[id]/keep/route'
import { PATCH as move } from '@/app/api/bookings/[id]/reschedule/route'
import { PATCH as changeHoliday } from '@/app/api/holidays/[date]/route'
import { POST as addHoliday } from '@/app/api/holidays/route'
import { PATCH as changeRoom } from '@/app/api/rooms/[id]/route'
import { PATCH as changeSetting } from '@/app/api/settings/[key]/route'
import { closedTimeCount, standingInClosedTime } from '@/lib/closings/queries'
import type { ClosedChoices, ClosingPreview, ClosedBooking } from '@/lib/closings/schema'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { holdSlot } from '@/lib/bookings/book'
import { currentMail } from '@/lib/current-mail'
import { db } from '@/lib/db'
import { deliverMails } from '@/lib/mail/outbox'
import { closeTransport } from '@/lib/mail/transport'
import { formatRM } from '@/lib/money'
import { MONEY_COLUMNS, moneyOf } from '@/lib/sales/money'
import { addDays, HOUR_MS, studioDate } from '@/lib/time'
import { Mailbox } from '@/tests/integration/mail/mailbox'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { hold, openShop, wish, workingDay, type Wish } from '@/tests/support/shop'
import { ownerCookie } from './admin'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url // before anything reads the environment
})
afterAll(async () => {
  closeTransport()
  await mailbox.close()
})
const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
  await mailbox.clear()
})

type Answer<T> = { status: number; body: T & { fields?: Record<string, string> } }
async function ask<T = { fields?: Record<string, string> }>(
  handler: Parameters<typeof callRoute>[0],
  body: object | null,
  params: Record<string, string> = {},
): Promise<Answer<T>> {
  const method = 'date' in params || 'id' in params || 'key' in params ? 'PATCH' : 'POST'
  const response = await callRoute(handler, '/api/things', {
    method: body === null ? 'GET' : method,
    ...(body && { body }),
    params,
    headers: { cookie },
  })
  return { status: response.status, body: (await response.json()) as Answer<T>['body'] }
}
const versionOf = async (table: string, where: string): Promise<string> =>
  (
    (await shop.rows(`SELECT updated_at FROM ${table} WHERE ${where}`))[0]?.updated_at as Date
  ).toISOString()

const asked = () => ({ now: new Date(), locale: 'en' as const })
const listed = async () => (await standingInClosedTime(asked())).rows
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

const byHand = async (about: object): Promise<number> =>
  (
    await createAdminBooking(
      adminBookingBody.parse({
        ...{ serviceId: 1, firstName: 'Badrul', email: 'badrul@example.com', date: workingDay() },
        ...{ time: '12:00', paid: 'link', locale: 'ms', ...about },
      }),
      { actor: 'owner', now: new Date() },
    )
  ).id
const sold = async (about: Wish = {}) => (await shop.sold(about)).booking

/** Sends all that is queued. */
async function mailed() {
  await letActsStand()
  const now = new Date(Date.now() + 1_000)
  const { sent } = await deliverMails({ now, limit: 50, write: currentMail })
  return mailbox.mails(sent)
}
const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

const DAY = workingDay()
const WEEK = { date: DAY, until: addDays(DAY, 6), wholeDay: true }

test('a block over a paid booking, an unpaid one and a hold is saved, and lists them', async () => {
  const paid = await sold({ time: '09:00' })
  const unpaid = await byHand({ time: '12:00' })
  const held = await hold({ who: 'chong', time: '15:00' })
  await hold({ who: 'elsewhere', date: addDays(DAY, 7), time: '15:00' })
  const before = await ask<ClosingPreview>(preview, { block: WEEK })
  expect(await closedTimeCount(new Date())).toBe(0)
  const answer = await ask<{ id: number; inside: ClosedBooking[] }>(addBlock, {
    ...WEEK,
    reason: 'New floor',
  })
  expect([before.status, answer.status]).toEqual([200, 201])
  const facts = [
    { id: paid, kind: 'confirmed', paidSen: 107_17, owedSen: 0, refundableSen: 107_17 },
    { id: unpaid, kind: 'unpaid', paidSen: 0, owedSen: 107_17 },
    { id: held, kind: 'hold', paidSen: 0, owedSen: 107_17 },
  ].map((one) => ({ ...one, date: DAY, room: null, client: expect.any(String) as string }))
  expect(before.body).toMatchObject({ count: 3, inside: facts })
  expect(answer.body).toMatchObject({ id: 1, inside: facts })
  const why = [{ kind: 'block', reason: 'New floor' }]
  expect(await listed()).toMatchObject(facts.map((one) => ({ ...one, why })))
  expect(await closedTimeCount(new Date())).toBe(3)
})

test('nothing new is sold in a block from the moment it is saved', async () => {
  await ask(addBlock, WEEK)
  await expect(holdSlot(wish({ time: '10:00' }))).rejects.toMatchObject({
    code: 'slot_unavailable',
  })
})

test('what a preview says is what the mails say, and the list is worked off', async () => {
  const [toMove, toRefund] = [
    await sold({ time: '09:00' }),
    await sold({ who: 'devi', time: '10:00', locale: 'zh' }),
  ]
  const [toCancel, toKeep, held] = [
    await byHand({ time: '12:00' }),
    await byHand({ time: '13:00', firstName: 'Farah', email: 'farah@example.com' }),
    await hold({ who: 'chong', time: '15:00' }),
  ]
  await mailed()
  await mailbox.clear()
  const { body } = await ask<ClosingPreview>(preview, { block: WEEK })
  const said = new Map(body.inside.map((one) => [one.id, one]))
  expect(said.get(held)).toMatchObject({ moved: null, cancelled: null })
  await ask(addBlock, WEEK)

  const { body: next } = await ask<ClosedChoices>(choices, null, { id: String(toMove) })
  const [first] = next.alternatives
  expect(first && (first.date < WEEK.date || first.date > WEEK.until)).toBe(true)
  const version = (id: number) => versionOf('bookings', `id = ${id}`)
  const change = async (handler: typeof move, id: number, more: object) =>
    expect(
      await ask(handler, { ...more, version: await version(id) }, { id: String(id) }),
    ).toMatchObject({ status: 200 })
  await change(move, toMove, { newDate: first?.date, newTime: first?.time })
  await change(cancel, toRefund, { refund: 'full' })
  await change(cancel, toCancel, { refund: 'full' })
  await change(cancel, held, { refund: 'full' })
  expect(ids(await listed())).toEqual([toKeep])
  await change(keep, toKeep, {})
  expect(await listed()).toEqual([])

  await shop.payments.release()
  const mails = (await mailed()).filter(({ to }) => to[0]?.address !== 'studio@example.com')
  const mailTo = (address: string) => mails.find(({ to }) => to[0]?.address === address)
  for (const [id, address, text] of [
    [toMove, 'aina@example.com', next.moved],
    [toRefund, 'devi@example.com', said.get(toRefund)?.cancelled],
    [toCancel, 'badrul@example.com', said.get(toCancel)?.cancelled],
  ] as const) {
    const mail = mailTo(address)
    expect([id, mail?.subject]).toEqual([id, text?.subject])
    for (const sentence of text?.sentences ?? ['nothing'])
      expect(inOneLine(mail?.text ?? '')).toContain(inOneLine(sentence))
  }
  expect(mailTo('chong@example.com')).toBeUndefined()
  expect(mailTo('farah@example.com')).toBeUndefined()
  const money = moneyOf(
    await db().payment.findMany({ where: { bookingId: toRefund }, select: MONEY_COLUMNS }),
  )
  expect(money.backSen).toBe(107_17)
  expect(said.get(toRefund)?.cancelled?.sentences.join(' ')).toContain(formatRM(money.backSen))
})

test('keeping is written down, needs the version that was seen, and ends with another closing', async () => {
  const id = await sold()
  await ask(addBlock, WEEK)
  const stale = { version: '2026-01-01T00:00:00.000Z' }
  expect(await ask(keep, stale, { id: String(id) })).toMatchObject({ status: 409 })
  const version = await versionOf('bookings', `id = ${id}`)
  expect((await ask(keep, { version }, { id: String(id) })).status).toBe(200)
  expect(await shop.rows(`SELECT actor, after FROM audit_log WHERE action = 'keep'`)).toEqual([
    { actor: 'owner', after: { date: DAY, time: '09:00' } },
  ])
  expect(await listed()).toEqual([])
  await ask(addBlock, { ...WEEK, reason: 'Painters' })
  expect(await listed()).toMatchObject([{ id, why: [{ reason: null }, { reason: 'Painters' }] }])
})

describe('other things that close', () => {
  test('shorter hours of a room', async () => {
    const id = await sold({ time: '20:00' })
    const hours = { weekday: { opens: 9, closes: 20 }, weekend: { opens: 10, closes: 17 } }
    const { body } = await ask<ClosingPreview>(preview, { room: { id: 1, hours } })
    const why = [{ kind: 'hours', date: DAY, opens: 9, closes: 20, season: null }]
    expect(body).toMatchObject({ count: 1, inside: [{ id, why }] })
    const version = await versionOf('studios', 'id = 1')
    expect((await ask(changeRoom, { hours, version }, { id: '1' })).status).toBe(200)
    expect(await listed()).toMatchObject([{ id, why }])
  })

  test('a season', async () => {
    const id = await sold({ time: '18:00' })
    const day = { opens: 8, closes: 17 }
    const season = { name: 'Ramadan hours', from: DAY, to: DAY, weekday: day, weekend: day }
    const seasons = { periods: [season] }
    const { body } = await ask<ClosingPreview>(preview, { seasons })
    const why = [{ kind: 'hours', date: DAY, opens: 8, closes: 17, season: 'Ramadan hours' }]
    expect(body).toMatchObject({ count: 1, inside: [{ id, why }] })
    expect((await ask(changeSetting, seasons, { key: 'seasons' })).status).toBe(200)
    expect(await listed()).toMatchObject([{ id, why }])
  })

  test('a holiday that is closed, new or marked later', async () => {
    const id = await sold({ time: '11:00' })
    const holiday = { date: DAY, name: 'State holiday', closed: true }
    const why = [{ kind: 'holiday', date: DAY, name: 'State holiday' }]
    const { body } = await ask<ClosingPreview>(preview, { holiday })
    expect(body).toMatchObject({ count: 1, inside: [{ id, why }] })
    expect((await ask(addHoliday, { ...holiday, closed: false })).status).toBe(201)
    expect(await listed()).toEqual([])
    const version = await versionOf('holidays', `date = '${DAY}'`)
    const { date, ...change } = holiday
    expect((await ask(changeHoliday, { ...change, version }, { date })).status).toBe(200)
    expect(await listed()).toMatchObject([{ id, why }])
  })

  test('a holiday with its shorter hours closes an evening, and no day of a week', async () => {
    const monday = firstMonday()
    const week = await sold({ serviceId: 2, date: monday, time: '09:00', duration: 'weekly' })
    const date = addDays(monday, 2)
    const evening = await byHand({ date, time: '19:00' })
    expect((await ask(addHoliday, { date, name: 'x' })).status).toBe(201)
    expect(ids(await listed())).toEqual([evening])
    const version = await versionOf('holidays', `date = '${date}'`)
    await ask(changeHoliday, { name: 'x', closed: true, version }, { date })
    const why = [{ kind: 'holiday', date }]
    expect(await listed()).toMatchObject([
      { id: week, why },
      { id: evening, why },
    ])
    await shop.rows(`DELETE FROM holidays WHERE date = $1`, [date]) // for the books
  })
})

/** The first of a week without holidays. */
function firstMonday(): string {
  for (let nth = 0; ; nth++) {
    const date = workingDay(nth)
    if (new Date(`${date}T00:00:00Z`).getUTCDay() === 1 && workingDay(nth + 4) === addDays(date, 4))
      return date
  }
}

describe('a block', () => {
  test('that is over is refused beside its field', async () => {
    const yesterday = addDays(studioDate(new Date()), -1)
    for (const [change, field] of [
      [{ date: yesterday }, 'date'],
      [{ date: addDays(yesterday, -3), until: yesterday }, 'until'],
      [
        { date: addDays(yesterday, -30), repeats: 'weekly', repeatsUntil: yesterday },
        'repeatsUntil',
      ],
    ] as const) {
      const { status, body } = await ask(addBlock, { ...change, wholeDay: true })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
      expect(body.fields?.[field]).toBe('This time is over. Please choose a later one.')
    }
    expect(await shop.rows(`SELECT id FROM blocks`)).toEqual([])
  })

  test('of a room that there is not is refused', async () =>
    expect(await ask(addBlock, { ...WEEK, roomId: 9 })).toMatchObject({
      status: 400,
      body: { fields: { roomId: expect.any(String) as string } },
    }))

  test('until midnight is over the last hour of its day, and over nothing of the next', async () => {
    await shop.rows(
      `UPDATE studios SET hours = '{"weekday":{"opens":0,"closes":24},"weekend":{"opens":0,"closes":24}}'`,
    )
    const [last, first] = [
      await sold({ time: '23:00' }),
      await sold({ who: 'badrul', date: addDays(DAY, 1), time: '00:00' }),
    ]
    await ask(addBlock, { date: DAY, from: '23:30', to: '24:00' })
    expect(ids(await listed())).toEqual([last])
    await ask(addBlock, { date: addDays(DAY, 1), from: '00:00', to: '00:30' })
    expect(ids(await listed())).toEqual([last, first])
  })

  test('of 29 February is found there, and on the 28th of other years', async () => {
    const block = { date: '2028-02-29', wholeDay: true, repeats: 'yearly' }
    const made = await ask<{ id: number; inside: ClosedBooking[] }>(addBlock, block)
    expect(made).toMatchObject({ status: 201, body: { inside: [] } })
    const begins = await shop.rows(
      `SELECT day::text FROM generate_series('2028-02-27'::date, '2033-01-01'::date, '1 day') AS day, blocks AS b
       WHERE block_begins(b, day::date) IS NOT NULL`,
    )
    expect(begins.map(({ day }) => String(day).slice(0, 10))).toEqual([
      ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ])
  })

  test('of the last day of the horizon finds what stands there', async () => {
    const date = addDays(studioDate(new Date()), 365)
    const id = await byHand({ date, time: '12:00' })
    const answer = await ask<{ inside: ClosedBooking[] }>(addBlock, { date, wholeDay: true })
    expect(ids(answer.body.inside)).toEqual([id])
    expect(ids(await listed())).toEqual([id])
  })

  test('that repeats finds what stands in each of its occurrences', async () => {
    const [first, third] = [
      await byHand({ time: '12:00' }),
      await byHand({ date: addDays(DAY, 14), time: '12:00' }),
    ]
    await byHand({ date: addDays(DAY, 21), time: '12:00' })
    const block = { date: DAY, from: '12:30', to: '13:00' }
    const until = { repeats: 'weekly', repeatsUntil: addDays(DAY, 20) }
    const { body } = await ask<ClosingPreview>(preview, { block: { ...block, ...until } })
    expect(ids(body.inside)).toEqual([first, third])
    const answer = await ask<{ inside: ClosedBooking[] }>(addBlock, { ...block, ...until })
    expect(ids(answer.body.inside)).toEqual([first, third])
  })

  test('of one room leaves what stands in another', async () => {
    await shop.rows(
      `INSERT INTO studios (name, position) VALUES ('Studio B', 2); INSERT INTO service_rooms VALUES (1, 2)`,
    )
    const [inA, inB] = [await sold(), await sold({ who: 'badrul' })]
    expect(
      (await shop.rows(`SELECT studio_id FROM bookings ORDER BY id`)).map((row) => row.studio_id),
    ).toEqual([1, 2])
    const one = await ask<ClosingPreview>(preview, { block: { ...WEEK, roomId: 2 } })
    expect(ids(one.body.inside)).toEqual([inB])
    const all = await ask<ClosingPreview>(preview, { block: WEEK })
    expect(ids(all.body.inside)).toEqual([inA, inB])
    await ask(addBlock, { ...WEEK, roomId: 2 })
    expect(ids(await listed())).toEqual([inB])
  })
})

test('what is over, cancelled or ran out is not listed', async () => {
  const running = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
  const id = await sold()
  const span = [new Date(running.getTime() - HOUR_MS), running]
  await shop.rows(`UPDATE slot_reservations SET starts_at = $1, ends_at = $2`, span)
  const held = await hold({ who: 'badrul', time: '11:00', now: new Date(Date.now() - 3 * HOUR_MS) })
  const cancelled = await byHand({ time: '12:00' })
  await ask(cancel, {}, { id: String(cancelled) })
  await ask(addBlock, { ...WEEK, date: addDays(studioDate(running), -1) })
  expect([id, held, cancelled, await listed()]).toEqual([1, 2, 3, []])
  await shop.rows(
    `UPDATE slot_reservations AS r SET starts_at = b.starts_at, ends_at = b.ends_at FROM bookings AS b
     WHERE b.id = r.booking_id`, // for the books
  )
})

test('none of these is for anybody but an administrator', async () => {
  cookie = ''
  for (const [handler, body, params] of [
    [preview, { block: WEEK }, {}],
    [choices, null, { id: '1' }],
    [keep, { version: 'x' }, { id: '1' }],
  ] as const)
    expect((await ask(handler, body, params)).status).toBe(401)
})
