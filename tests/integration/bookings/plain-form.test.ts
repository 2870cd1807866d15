// The form of the page without script: the same rules and limits as the call, answered by redirects.
process.env.RATE_LIMIT_SCALE = '1'
import { billingValues } from '@/lib/receipts/company'
import { plainChoice, type RefusedBooking } from '@/lib/bookings/schema'
import { refusedForm } from '@/lib/http/refused-form'
import type { Handler } from '@/lib/route'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { wordsOf } from '@/tests/support/words'
import { routeAt } from '../http/refused'

const shop = openShop()
const KEY = 'Zr3vX0kq9cM_2bL7tQ1wAg'
const OTHER_KEY = 'Ab3vX0kq9cM_2bL7tQ1wAg'

type Changes = Record<string, string>
const filled = (changes: Changes = {}): Changes => ({
  key: KEY,
  language: 'en',
  serviceId: '1',
  duration: 'hourly',
  when: 'any',
  totalAmount: '107.17',
  start: `${workingDay()} 09:00`,
  firstName: 'Aina',
  lastName: '',
  email: 'aina@example.com',
  phone: '',
  requirements: '',
  ...changes,
})
const send = (changes: Changes = {}, headers: Changes = {}) =>
  callRoute(routeAt('bookings/form').POST as Handler, '/api/bookings/form', {
    method: 'POST',
    body: new URLSearchParams(filled(changes)).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const cookieOf = (response: Response) =>
  /visitor=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
const addressOf = (response: Response) =>
  new URL(response.headers.get('location') ?? '', 'http://localhost')
/** What the page of a refused form finds, for the browser that was given the cookie. */
async function found(response: Response): Promise<RefusedBooking | null> {
  const { form } = plainChoice.parse(Object.fromEntries(addressOf(response).searchParams))
  const visitorToken = cookieOf(response).slice('visitor='.length)
  return form === undefined
    ? null
    : ((await refusedForm({ endpoint: 'bookings', key: form, visitorToken })) as RefusedBooking)
}
const bookings = () =>
  shop.rows(`SELECT status, first_name AS name, time FROM bookings ORDER BY id`)
const HELD = /^\/manage\/[\w-]{22}\/hold$/

describe('a form that is filled in', () => {
  test('holds the time and leads to the hold’s own page, with the visitor’s cookie', async () => {
    const answer = await send({ lastName: 'Rahman', phone: '012-345 6789', requirements: 'a\r\nb' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store'])
    expect(addressOf(answer).pathname).toMatch(HELD)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^visitor=[\w-]{22}; Path=\/; Expires=.+; Max-Age=15552000; HttpOnly; SameSite=lax$/,
    )
    expect(
      await shop.rows(
        `SELECT first_name, last_name, email, phone, requirements, status, locale, total_amount::text AS total,
           '/manage/' || manage_token || '/hold' AS page,
           extract(epoch FROM hold_expires_at - created_at)::int AS seconds FROM bookings`,
      ),
    ).toEqual([
      {
        first_name: 'Aina',
        last_name: 'Rahman',
        email: 'aina@example.com',
        phone: '012-345 6789',
        requirements: 'a\nb',
        status: 'pending',
        locale: 'en',
        total: '107.17',
        page: addressOf(answer).pathname,
        seconds: 300,
      },
    ])
  })

  test.each(['ms', 'zh'])(
    'in %s leads to the page in that language, and so do its mails',
    async (language) => {
      const answer = await send({ language })
      expect(addressOf(answer).pathname).toMatch(new RegExp(`^/${language}/manage/`))
      expect(await shop.rows(`SELECT locale FROM bookings`)).toEqual([{ locale: language }])
    },
  )

  test('pressed three times at once, before there is a cookie: one hold, one page, one visitor', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send()))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(new Set(answers.map((answer) => addressOf(answer).href)).size).toBe(1)
    expect(new Set(answers.map(cookieOf)).size).toBe(1)
    expect(await bookings()).toHaveLength(1)
  })

  test('sent again after going back, with another name: the same hold has the new name', async () => {
    const first = await send()
    const again = await send({ firstName: 'Ben' }, { cookie: cookieOf(first) })
    expect(addressOf(again).href).toBe(addressOf(first).href)
    expect(await bookings()).toMatchObject([{ name: 'Ben', status: 'pending' }])
  })

  test('sent again with another time: that one is held, and the first is given back', async () => {
    const first = await send()
    const start = `${workingDay()} 11:00`
    const again = await send({ start }, { cookie: cookieOf(first) })
    expect(addressOf(again).href).not.toBe(addressOf(first).href)
    expect((await bookings()).map(({ status, time }) => [status, time])).toEqual([
      ['cancelled', '09:00'],
      ['pending', '11:00'],
    ])
  })

  test('sent again when its hold has ended: the time is held anew', async () => {
    const first = await send()
    const headers = { cookie: cookieOf(first) }
    // As the first answer was: it is what is repeated.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval'] })
    jest.setSystemTime(Date.now() + 6 * 60_000)
    await shop.rows(`UPDATE bookings SET hold_expires_at = now() - interval '1 second'`)
    const again = await send({}, headers).finally(() => jest.useRealTimers())
    expect(addressOf(again).pathname).toMatch(HELD)
    expect(addressOf(again).href).not.toBe(addressOf(first).href)
    expect((await bookings()).map(({ status }) => status)).toEqual(['cancelled', 'pending'])
  })
})

describe('a form that is refused', () => {
  test('comes back with the reasons and with everything that was typed', async () => {
    const typed = {
      firstName: ' ',
      lastName: '<b>Rahman</b>',
      email: 'aina@',
      phone: '12',
      requirements: 'Two guests\r\n你好',
    }
    const answer = await send({ ...typed, when: 'weekends' })
    expect(answer.status).toBe(303)
    const { pathname, searchParams, hash } = addressOf(answer)
    expect([pathname, hash]).toEqual(['/booking/plain/details', '#problem'])
    expect(Object.fromEntries(searchParams)).toEqual({
      service: '1',
      duration: 'hourly',
      when: 'weekends',
      date: workingDay(),
      time: '09:00',
      form: KEY,
    })
    const { fields, invalid_request } = wordsOf('en').errors
    expect(await found(answer)).toEqual({
      code: 'invalid_request',
      message: invalid_request,
      fields: {
        firstName: fields.required,
        email: fields.email,
        phone: fields.phone,
      },
      typed: { ...typed, ...billingValues() },
    })
    expect(await bookings()).toEqual([])
  })

  // Seen in forms without script: what is typed again after a refusal has lost its end.
  test('real life: keeps a brief of 20,000 characters whole', async () => {
    const requirements = `${'Brief '.repeat(3400)}THE END`
    const content = await found(await send({ requirements }))
    expect(content?.fields).toEqual({ requirements: wordsOf('en').errors.fields.too_long })
    expect(content?.typed.requirements).toBe(requirements)
  })

  test('in the language of the page, and names the email in no address', async () => {
    const answer = await send({ language: 'zh', firstName: '' })
    expect(addressOf(answer).pathname).toBe('/zh/booking/plain/details')
    expect(answer.headers.get('location')).not.toMatch(/aina|example/)
    expect((await found(answer))?.fields).toEqual({
      firstName: wordsOf('zh').errors.fields.required,
    })
  })

  test('is accepted under the same key once it is corrected', async () => {
    const refused = await send({ email: '' })
    const held = await send({}, { cookie: cookieOf(refused) })
    expect(addressOf(held).pathname).toMatch(HELD)
    expect(cookieOf(held)).toBe(cookieOf(refused))
  })

  test('is replaced by its next refusal, and the last one is shown', async () => {
    const first = await send({ email: '' })
    const second = await send({ email: 'x@', phone: '1' }, { cookie: cookieOf(first) })
    expect((await found(second))?.typed).toMatchObject({ email: 'x@', phone: '1' })
    expect(await shop.rows(`SELECT endpoint FROM idempotency_keys`)).toHaveLength(1)
  })

  test('cannot be opened by another browser, or read from the database alone', async () => {
    await send({ email: 'aina@', requirements: 'Something private' })
    const form = { endpoint: 'bookings', key: KEY, visitorToken: 'AAAAAAAAAAAAAAAAAAAAAA' }
    expect(await refusedForm(form)).toBeNull()
    expect(await refusedForm({ ...form, key: OTHER_KEY })).toBeNull()
    const rows = JSON.stringify(await shop.rows(`SELECT * FROM idempotency_keys`))
    for (const text of ['Something private', 'aina@', KEY]) expect(rows).not.toContain(text)
  })

  test('a time that somebody else has taken: says so, and nothing is held', async () => {
    await send()
    const late = await send({ key: OTHER_KEY, firstName: 'Ben', email: 'ben@example.com' })
    expect(await found(late)).toMatchObject({
      code: 'slot_taken',
      message: 'Someone else has just taken this time. Please choose another.',
      typed: { firstName: 'Ben', email: 'ben@example.com' },
    })
    expect(await bookings()).toHaveLength(1)
  })

  test.each([
    ['another price', { totalAmount: '1.00' }, 'price_changed'],
    ['a price that is none', { totalAmount: 'free' }, 'invalid_request'],
    ['no start', { start: '' }, 'invalid_request'],
    ['a start out of hours', { start: `${workingDay()} 03:00` }, 'slot_unavailable'],
    ['a start that is over', { start: '2026-01-05 10:00' }, 'slot_unavailable'],
    ['a service that there is not', { serviceId: '99' }, 'invalid_request'],
    ['an add-on', { serviceId: '3' }, 'invalid_request'],
    ['no number of a service', { serviceId: 'x'.repeat(3_000) }, 'invalid_request'],
    ['a length that there is not', { duration: 'forever' }, 'invalid_request'],
    [
      'a week, for an email nobody has proven',
      { duration: 'weekly', totalAmount: '4286.70' },
      'email_unproven',
    ],
  ])('%s', async (_what, changes, code) => {
    const answer = await send(changes)
    expect(answer.status).toBe(303)
    expect((answer.headers.get('location') ?? '').length).toBeLessThan(300)
    expect((await found(answer))?.code).toBe(code)
    expect(await bookings()).toEqual([])
  })

  test('none of the other times chosen: they are looked for from the same day on', async () => {
    const { searchParams } = addressOf(await send({ start: '', day: workingDay(1) }))
    expect([searchParams.get('date'), searchParams.get('time')]).toEqual([workingDay(1), null])
  })

  test('a malformed key is replaced by a new one', async () => {
    const answer = await send({ key: 'short', email: '' })
    expect(addressOf(answer).searchParams.get('form')).toMatch(/^[\w-]{22}$/)
    expect((await found(answer))?.fields).toHaveProperty('email')
  })
})

describe('who may send it, and how often', () => {
  test.each([
    ['another site', { origin: 'https://elsewhere.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['JSON', { 'content-type': 'application/json' }, 415],
    ['an upload', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ])('%s is refused', async (_what, headers, status) => {
    expect((await send({}, headers as Changes)).status).toBe(status)
    expect(await bookings()).toEqual([])
  })

  test('more than a form can hold is refused', async () => {
    expect((await send({ requirements: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('what only the server decides is ignored', async () => {
    await send({ status: 'confirmed', id: '77', useFreeSession: 'true', subtotal: '1.00' })
    expect(await shop.rows(`SELECT id, status, total_amount::text AS total FROM bookings`)).toEqual(
      [{ id: 1, status: 'pending', total: '107.17' }],
    )
  })

  test('shares the rate limit of the call: the 21st submission has to wait', async () => {
    const call = () =>
      callRoute(routeAt('bookings').POST as Handler, '/api/bookings', { body: { firstName: '' } })
    for (let i = 0; i < 10; i++) await call()
    for (let i = 0; i < 10; i++)
      expect((await found(await send({ email: '' })))?.code).toBe('invalid_request')
    expect(await found(await send())).toMatchObject({
      code: 'too_many_requests',
      typed: { firstName: 'Aina' },
    })
    expect((await call()).status).toBe(429)
    expect(await bookings()).toEqual([])
  })

  test('after forty refusals nothing more is stored', async () => {
    for (let i = 0; i < 40; i++) expect((await send({ email: '' })).status).toBe(303)
    const last = await send({ key: OTHER_KEY })
    expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await shop.rows(`SELECT key_hash FROM idempotency_keys`)).toHaveLength(1)
  })

  test('the hours that one address may hold are the same', async () => {
    const start = (hour: number) => `${workingDay()} ${String(hour).padStart(2, '0')}:00`
    for (let hour = 9; hour < 17; hour++)
      expect(addressOf(await send({ key: newKey(hour), start: start(hour) })).pathname).toMatch(
        HELD,
      )
    expect(await found(await send({ key: newKey(17), start: start(17) }))).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('already holding several'),
    })
  })
})

const newKey = (n: number) => KEY.slice(0, -2) + String(n).padStart(2, '0')
