import ICAL from 'ical.js'
import sharp from 'sharp'
import { guestVisit, managedBooking, opensBooking, storyOfToken } from '@/lib/bookings/manage'
import { callRoute } from '@/tests/support/call'
import { holdsInOneOfFour } from '@/tests/support/measurement'
import { checkout, openShop, workingDay } from '@/tests/support/shop'
import { toldCustomers } from '@/tests/support/told'
import { expectRefusal, routeAt } from './refused'

const shop = openShop()
type Body = Record<string, unknown>

async function sold(
  about: Parameters<typeof checkout>[0] = {},
): Promise<{ id: number; token: string }> {
  const { booking: id, intent } = await checkout(about)
  await shop.payments.pay(intent)
  await shop.payments.release()
  const [row] = await shop.rows('SELECT manage_token FROM bookings WHERE id = $1', [id])
  return { id, token: String(row?.manage_token) }
}
const call = (
  token: string,
  rest = '',
  request: Parameters<typeof callRoute>[2] = {},
  query = '',
) => {
  const handler = routeAt(`manage/[token]${rest}`)[request.body === undefined ? 'GET' : 'POST']
  return callRoute(handler as never, `/api/manage/${token}${rest}${query}`, {
    ...request,
    params: { token },
  })
}
const read = async (response: Response) => (await response.json()) as Body

test('the page reads what was booked and paid, and nothing of who paid with what', async () => {
  const { id, token } = await sold({
    serviceId: 2,
    duration: 'half-day',
    time: '10:00',
    requirements: 'Two guests',
  })
  const response = await call(token)
  expect([
    response.status,
    response.headers.get('cache-control'),
    response.headers.get('set-cookie'),
  ]).toEqual([200, 'no-store', null])
  const body = await read(response)
  expect(body).toMatchObject({
    id,
    service: 'Video Premium',
    status: 'confirmed',
    date: workingDay(),
    time: '10:00',
    duration: 'half-day',
    requirements: 'Two guests',
    days: [{ date: workingDay(), from: '10:00', to: '14:00' }],
    subtotal: '912.00',
    taxAmount: '75.24',
    totalAmount: '987.24',
    taxRate: 825,
    addOns: [],
    movable: true,
    ...{ refund: null, money: [] },
  })
  for (const secret of ['aina@example.com', 'Rahman', 'pi_', token])
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('the picture of the session is drawn while it takes place, for its own token alone', async () => {
  const { token } = await sold()
  const guest = (await managedBooking(token, 'en', new Date()))?.guestToken ?? ''
  const response = await call(token, '/story')
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'private, no-cache',
  ])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="story.png"')
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
    format: 'png',
    width: 1080,
    height: 1920,
  })
  expect((await call(guest, '/story')).status).toBe(404)

  const { booking } = await checkout({ who: 'other', time: '12:00' })
  const [held] = await shop.rows('SELECT manage_token FROM bookings WHERE id = $1', [booking])
  expect((await call(String(held?.manage_token), '/story')).status).toBe(404)
})

test('the picture of a session is drawn once, and anew when what it shows has changed', async () => {
  const { token } = await sold()
  const first = await call(token, '/story')
  const picture = Buffer.from(await first.arrayBuffer())
  const etag = first.headers.get('etag') ?? ''
  await holdsInOneOfFour(async () => {
    const begun = performance.now()
    const second = Buffer.from(await (await call(token, '/story')).arrayBuffer())
    expect(second.equals(picture)).toBe(true)
    expect(performance.now() - begun).toBeLessThan(100)
  })
  const known = await call(token, '/story', { headers: { 'if-none-match': etag } })
  expect([known.status, await known.text()]).toEqual([304, ''])
  await shop.rows(`UPDATE bookings SET locale = 'zh'`)
  const other = await call(token, '/story', { headers: { 'if-none-match': etag } })
  expect(other.status).toBe(200)
  expect(other.headers.get('etag')).not.toBe(etag)
})

test('the picture of the session speaks the language of its customer, and names nobody', async () => {
  const { token } = await sold({ locale: 'ms' })
  const { locale, visit } = (await storyOfToken(token)) ?? {}
  expect([locale, visit?.service]).toEqual(['ms', 'Audio Basic'])
  expect(JSON.stringify(visit)).not.toMatch(/Aina|Rahman|107|99/)
})

test('a guest’s token shows when and what, opens nothing else, and cannot be guessed from another’s', async () => {
  const [{ token }, other] = [await sold(), await sold({ who: 'other', time: '12:00' })]
  const guest = (await managedBooking(token, 'en', new Date()))?.guestToken ?? ''
  const theirs = (await managedBooking(other.token, 'en', new Date()))?.guestToken ?? ''
  expect(await guestVisit(guest, 'en')).toEqual({
    service: 'Audio Basic',
    duration: 'hourly',
    hours: 1,
    status: 'confirmed',
    days: [{ date: workingDay(), from: '09:00', to: '10:00' }],
    startsAt: `${workingDay()}T01:00:00.000Z`,
    endsAt: `${workingDay()}T02:00:00.000Z`,
  })
  expect([await opensBooking(token), await opensBooking(guest)]).toEqual([true, true])
  const mixed = `${guest.split('-')[0]}-${theirs.slice(theirs.indexOf('-') + 1)}`
  for (const wrong of [
    mixed,
    guest.slice(0, -1),
    guest.slice(guest.indexOf('-') + 1),
    `${guest.split('-')[0]}-${token}`,
    'x'.repeat(22),
    '',
    '1-',
    "1' OR '1'='1",
  ]) {
    expect([wrong, await opensBooking(wrong)]).toEqual([wrong, false])
    expect(await managedBooking(wrong, 'en', new Date())).toBeNull()
  }
  for (const rest of ['', '/calendar', '/availability'])
    expect((await call(guest, rest, {}, '?date=2026-12-01')).status).toBe(404)
  const days = '?from=2026-12-01&to=2026-12-02'
  expect((await call(guest, '/availability/days', {}, days)).status).toBe(404)
  expect(
    (await call(guest, '/reschedule', { body: { newDate: workingDay(1), newTime: '10:00' } }))
      .status,
  ).toBe(404)
})

test('the calendar file has the same event before and after a move, with the next sequence, for a calendar’s parser', async () => {
  const { id, token } = await sold()
  const event = async () => {
    const response = await call(token, '/calendar')
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="booking-${id}.ics"`,
    ])
    const [first] = new ICAL.Component(
      ICAL.parse(await response.text()) as unknown[],
    ).getAllSubcomponents('vevent')
    return ['uid', 'sequence', 'dtstart'].map((name) => String(first?.getFirstPropertyValue(name)))
  }
  const [uid, sequence, start] = await event()
  expect([sequence, start]).toEqual(['0', `${workingDay()}T01:00:00Z`])
  expect(
    (await call(token, '/reschedule', { body: { newDate: workingDay(1), newTime: '15:00' } }))
      .status,
  ).toBe(200)
  expect(await event()).toEqual([uid, '1', `${workingDay(1)}T07:00:00Z`])
})

test('the times to move to leave out everybody’s but one’s own', async () => {
  const { token } = await sold({ serviceId: 2, duration: 'half-day', time: '10:00' })
  await sold({ who: 'other', time: '16:00' })
  const times = await read(await call(token, '/availability', {}, `?date=${workingDay()}`))
  expect(times).toMatchObject({
    availableSlots: ['09:00', '10:00', '11:00', '12:00', '17:00'],
    heldByYou: [],
  })
})

test('the days to move to leave out everybody’s but one’s own, for its own length', async () => {
  const { token } = await sold({ serviceId: 2, duration: 'half-day', time: '10:00' })
  await sold({ who: 'other', time: '16:00' })
  const days = `?from=${workingDay()}&to=${workingDay()}`
  expect(await read(await call(token, '/availability/days', {}, days))).toEqual([
    { date: workingDay(), free: 5, of: 9, closed: false, reason: null, holiday: null },
  ])
})

test('moving answers with the booking at its new time; a second click changes nothing more', async () => {
  const { token } = await sold()
  const body = { newDate: workingDay(1), newTime: '15:00' }
  const answers = await Promise.all([1, 2, 3].map(() => call(token, '/reschedule', { body })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const answer of answers)
    expect(await read(answer)).toMatchObject({
      date: workingDay(1),
      time: '15:00',
      totalAmount: '107.17',
    })
  expect(await toldCustomers()).toEqual(['confirmed'])
})

describe('refused', () => {
  const BODIES: [what: string, body: object, status: number, code: string, field: string][] = [
    ['nothing', {}, 400, 'invalid_request', 'newDate'],
    ['no time', { newDate: '2027-02-01' }, 400, 'invalid_request', 'newTime'],
    [
      'an impossible day',
      { newDate: '2027-02-30', newTime: '10:00' },
      400,
      'invalid_request',
      'newDate',
    ],
    [
      'a time of nowhere',
      { newDate: '2027-02-01', newTime: '25:00' },
      400,
      'invalid_request',
      'newTime',
    ],
    [
      'a number for a day',
      { newDate: 20270201, newTime: '10:00' },
      400,
      'invalid_request',
      'newDate',
    ],
    ['the past', { newDate: '2026-01-05', newTime: '10:00' }, 422, 'slot_unavailable', 'newTime'],
    [
      'off the grid',
      { newDate: workingDay(1), newTime: '10:30' },
      422,
      'slot_unavailable',
      'newTime',
    ],
    ['a far year', { newDate: '2100-12-31', newTime: '10:00' }, 422, 'slot_unavailable', 'newTime'],
    [
      'a year beyond all calendars',
      { newDate: '9999-12-31', newTime: '10:00' },
      400,
      'invalid_request',
      'newDate',
    ],
  ]
  test.each(BODIES)('a change is refused: %s', async (_what, body, status, code, field) => {
    const { token } = await sold()
    await expectRefusal(
      'manage/[token]/reschedule',
      `/api/manage/${token}/reschedule`,
      { body, params: { token } },
      [status, code, field],
    )
    expect(await shop.rows('SELECT time, calendar_sequence AS sequence FROM bookings')).toEqual([
      { time: '09:00', sequence: 0 },
    ])
  })

  test.each(['x'.repeat(22), 'x', "' OR 1=1 --", 'x'.repeat(500), '__proto__', '%00'])(
    'the token %j opens nothing',
    async (token) => {
      for (const rest of ['', '/availability', '/calendar', '/story'])
        await expectRefusal(
          `manage/[token]${rest}`,
          `/api/manage/x${rest}?date=2026-12-01`,
          { params: { token } },
          [404, 'not_found'],
        )
      await expectRefusal(
        'manage/[token]/availability/days',
        '/api/manage/x/availability/days?from=2026-12-01&to=2026-12-02',
        { params: { token } },
        [404, 'not_found'],
      )
      await expectRefusal(
        'manage/[token]/reschedule',
        '/api/manage/x/reschedule',
        { body: { newDate: '2027-02-01', newTime: '10:00' }, params: { token } },
        [404, 'not_found'],
      )
    },
  )

  test.each(['2027-02-30', 'abc', '', '10000-01-01'])(
    'the times of the day %j are refused',
    async (date) => {
      const { token } = await sold()
      await expectRefusal(
        'manage/[token]/availability',
        `/api/manage/${token}/availability?date=${date}`,
        { params: { token } },
        [400, 'invalid_request', 'date'],
      )
    },
  )
})

describe('POST upgrade', () => {
  const ask = (token: string, body: object) => call(token, '/upgrade', { body })

  test('gives the secret of one intent; the page’s reading settles it when the webhook is late', async () => {
    const { token } = await sold({ serviceId: 2, time: '10:00' })
    expect(await read(await call(token))).toMatchObject({
      offers: {
        lengths: [
          { duration: 'hourly', hours: 2, state: 'free' },
          { duration: 'hourly', hours: 3, state: 'free' },
          { duration: 'half-day', hours: 1, state: 'free' },
          { duration: 'full-day', hours: 1, state: 'free' },
        ],
        addOns: [{ id: 3, name: 'Co-host Support', hourlyRate: 8000 }],
      },
      upgrade: null,
    })
    const answers = await Promise.all(
      [
        ask(token, { duration: 'half-day', amount: '718.78' }),
        ask(token, { duration: 'half-day', amount: 718.78 }),
      ].map((answer) => answer.then(async (one) => [one.status, await read(one)] as const)),
    )
    const secrets = answers
      .filter(([status]) => status === 200)
      .map(([, body]) => String(body.clientSecret))
    expect(new Set(secrets).size).toBe(1)
    await shop.payments.pay(secrets[0]?.split('_secret_')[0] ?? '')
    expect(await read(await call(token))).toMatchObject({
      duration: 'half-day',
      totalAmount: '987.24',
      upgrade: { status: 'applied', paymentStatus: 'paid' },
      days: [{ from: '10:00', to: '14:00' }],
    })
  })

  test('the lengths that cannot be had say why', async () => {
    const { token } = await sold({ serviceId: 2, time: '13:00' })
    await sold({ who: 'other', time: '15:00' })
    expect(await read(await call(token))).toMatchObject({
      offers: {
        lengths: [
          { duration: 'hourly', hours: 2, state: 'free' },
          { duration: 'hourly', hours: 3, state: 'taken' },
          { duration: 'half-day', state: 'taken' },
          { duration: 'full-day', state: 'taken' },
        ],
      },
    })
    const evening = await sold({ serviceId: 2, who: 'evening', time: '19:00' })
    expect(await read(await call(evening.token))).toMatchObject({
      offers: {
        lengths: [{ state: 'free' }, { state: 'closed' }, { state: 'closed' }, { state: 'closed' }],
      },
    })
  })

  test.each<[what: string, body: object, status: number, code: string, field: string]>([
    ['nothing', {}, 400, 'invalid_request', 'amount'],
    [
      'an unknown length',
      { duration: 'daily', amount: '1.00' },
      400,
      'invalid_request',
      'duration',
    ],
    ['a shorter length', { duration: 'hourly', amount: '1.00' }, 400, 'invalid_request', 'addOns'],
    ['add-ons that are no list', { addOns: 3, amount: '1.00' }, 400, 'invalid_request', 'addOns'],
    [
      'the same add-on twice over the limit',
      { addOns: Array(11).fill(3), amount: '1.00' },
      400,
      'invalid_request',
      'addOns',
    ],
    ['a made-up price', { duration: 'half-day', amount: '2.00' }, 409, 'price_changed', ''],
    [
      'a negative price',
      { duration: 'half-day', amount: '-718.78' },
      400,
      'invalid_request',
      'amount',
    ],
  ])('an upgrade is refused: %s', async (_what, body, status, code, field) => {
    const { token } = await sold({ serviceId: 2, time: '10:00' })
    await expectRefusal(
      'manage/[token]/upgrade',
      `/api/manage/${token}/upgrade`,
      { body, params: { token } },
      [status, code, field],
    )
    expect(await shop.rows('SELECT id FROM booking_upgrades')).toEqual([])
  })
})
