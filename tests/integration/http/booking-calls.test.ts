import { expireHold } from '@/lib/bookings/expire'
import { sha256 } from '@/lib/http/request'
import { callRoute } from '@/tests/support/call'
import { minutesAgo, openShop, workingDay } from '@/tests/support/shop'
import { routeAt } from './refused'

const shop = openShop()
type Body = Record<string, unknown> & { id: number }
const call = (folder: string, path: string, request: Parameters<typeof callRoute>[2] = {}) => {
  const method = request.method ?? (request.body === undefined ? 'GET' : 'POST')
  return callRoute(routeAt(folder)[method] as never, path, { ...request, method })
}
const wanted = (changes: object = {}) => ({
  serviceId: 1,
  firstName: 'Aina',
  email: 'aina@example.com',
  date: workingDay(),
  time: '09:00',
  ...changes,
})
const book = (changes: object = {}, headers: Record<string, string> = {}) =>
  call('bookings', '/api/bookings', { body: wanted(changes), headers })
const cookieOf = (response: Response) =>
  /visitor=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
const read = (response: Response) => response.json() as Promise<Body>

describe('POST /api/bookings', () => {
  test('a new booking is answered with 201, the whole booking and the visitor’s cookie', async () => {
    const response = await book({ lastName: '', phone: '012-345 6789', totalAmount: '107.17' })
    expect(response.status).toBe(201)
    expect(response.headers.get('set-cookie')).toMatch(
      /^visitor=[\w-]{22}; Path=\/; Expires=.+; Max-Age=15552000; HttpOnly; SameSite=lax$/,
    )
    expect(await response.json()).toEqual({
      id: 1,
      service: { id: 1, name: 'Audio Basic' },
      serviceId: 1,
      roomId: 1,
      firstName: 'Aina',
      lastName: null,
      email: 'aina@example.com',
      phone: '012-345 6789',
      date: workingDay(),
      time: '09:00',
      duration: 'hourly',
      hours: 1,
      requirements: null,
      subtotal: '99.00',
      taxAmount: '8.17',
      totalAmount: '107.17',
      currency: 'MYR',
      status: 'pending',
      cancelReason: null,
      holdExpiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      stripePaymentIntentId: null,
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('what only the server decides is ignored', async () => {
    const forged = JSON.parse(
      '{"status":"confirmed","id":77,"subtotal":"1.00","taxAmount":"0.00","currency":"USD","holdExpiresAt":"2099-01-01T00:00:00Z","visitorHash":"x","stripePaymentIntentId":"pi_x","cancelReason":"admin","confirmedAt":"2020-01-01","manageToken":"x","__proto__":{"status":"confirmed"},"constructor":{"prototype":{"status":"confirmed"}}}',
    ) as object
    const response = await call('bookings', '/api/bookings', {
      body: JSON.stringify({ ...wanted(), ...forged }).replace(
        '{',
        '{"__proto__":{"status":"confirmed"},',
      ),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(201)
    expect(
      await shop.rows(
        `SELECT id, status, total_amount::text AS total, currency, stripe_payment_intent_id AS intent, confirmed_at, cancel_reason FROM bookings`,
      ),
    ).toEqual([
      {
        id: 1,
        status: 'pending',
        total: '107.17',
        currency: 'MYR',
        intent: null,
        confirmed_at: null,
        cancel_reason: null,
      },
    ])
    expect(({} as { status?: string }).status).toBeUndefined()
  })

  test.each([
    'Zoë 陈 நடராஜன் 👩‍🎤',
    "Robert'); DROP TABLE bookings;--",
    '<script>alert(1)</script>',
    '{{7*7}} ${x} %s',
    '=cmd()',
  ])('the name %j is kept as text', async (firstName) => {
    const response = await book(
      { firstName, requirements: `${firstName}\n\tsecond line` },
      { 'idempotency-key': 'a-key-of-sixteen-or-more' },
    )
    expect(response.status).toBe(201)
    const { firstName: kept, requirements } = await read(response)
    expect([kept, requirements]).toEqual([firstName, `${firstName}\n\tsecond line`])
  })

  test('half a character, which no database can keep, is left out', async () => {
    const response = await book({ firstName: 'Zo\ud800' })
    expect([response.status, (await read(response)).firstName]).toEqual([201, 'Zo'])
  })

  test('the same visitor again: 200 and the same booking; another slot: 201 and the old intent is closed', async () => {
    const first = await book()
    const cookie = cookieOf(first)
    const { id } = await read(first)
    const paid = await call('create-payment-intent', '/api/create-payment-intent', {
      body: { amount: 107.17, bookingId: id },
      headers: { cookie },
    })
    expect(paid.status).toBe(200)
    const again = await book({}, { cookie })
    expect([again.status, (await read(again)).id, cookieOf(again)]).toEqual([200, id, cookie])
    const other = await book({ time: '10:00' }, { cookie })
    expect([other.status, cookieOf(other)]).toEqual([201, cookie])
    expect((await shop.payments.ledger()).payment_intents.map(({ status }) => status)).toEqual([
      'canceled',
    ])
  })

  test('a double click before there is a cookie makes one booking of one visitor', async () => {
    const headers = { 'idempotency-key': 'one-double-click-of-a-new-visitor' }
    const answers = await Promise.all([1, 2, 3].map(() => book({}, headers)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(cookieOf)).size).toBe(1)
    expect(
      new Set(await Promise.all(answers.map(async (answer) => (await read(answer)).id))).size,
    ).toBe(1)
    const changed = await book({ time: '10:00' }, headers)
    expect([changed.status, (await read(changed)).code]).toEqual([409, 'idempotency_mismatch'])
  })
})

describe('paying', () => {
  async function checkedOut() {
    const booked = await book()
    const cookie = cookieOf(booked)
    const { id } = await read(booked)
    const answer = await call('create-payment-intent', '/api/create-payment-intent', {
      body: { amount: '107.17', bookingId: id },
      headers: { cookie },
    })
    const { clientSecret } = (await answer.json()) as { clientSecret: string }
    const intent = clientSecret.split('_secret_')[0] ?? ''
    const look = async (headers: Record<string, string> = { cookie }, query = '') => {
      const response = await call(
        'bookings/payment/[paymentIntentId]',
        `/api/bookings/payment/${intent}${query}`,
        { headers, params: { paymentIntentId: intent } },
      )
      return [
        response.status,
        ...Object.values(
          (({ status, paymentStatus }) => ({ status, paymentStatus }))(await read(response)),
        ),
      ]
    }
    return { id, intent, secret: clientSecret, look }
  }

  test('the success page’s read settles a payment whose webhook is late; the webhook then changes nothing', async () => {
    const { intent, look } = await checkedOut()
    expect(await look()).toEqual([200, 'pending', 'failed'])
    await shop.payments.pay(intent)
    expect(await look()).toEqual([200, 'confirmed', 'paid'])
    expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
    expect(await shop.rows(`SELECT kind FROM mails WHERE kind NOT LIKE 'studio_%'`)).toHaveLength(1)
  })

  test('a GET never changes state by what its address claims', async () => {
    const { look, intent } = await checkedOut()
    for (const query of [
      '?redirect_status=succeeded',
      `?payment_intent=${intent}&redirect_status=succeeded&status=confirmed`,
    ])
      expect(await look(undefined, query)).toEqual([200, 'pending', 'failed'])
  })

  test('the intent’s secret opens it without a cookie, in the header or the address', async () => {
    const { look, secret } = await checkedOut()
    expect(await look({ 'x-client-secret': secret })).toEqual([200, 'pending', 'failed'])
    expect(await look({}, `?payment_intent_client_secret=${secret}`)).toEqual([
      200,
      'pending',
      'failed',
    ])
    expect((await look({}))[0]).toBe(404)
  })

  test('Stripe away: the books answer, and nothing is settled', async () => {
    const { look, intent } = await checkedOut()
    await shop.payments.pay(intent)
    await shop.payments.faults({ match: '*', status: 500 })
    expect(await look()).toEqual([200, 'pending', 'processing'])
    await shop.payments.faults()
    expect(await look()).toEqual([200, 'confirmed', 'paid'])
  })

  test('money that came too late is shown as refunded', async () => {
    const { id, intent, look } = await checkedOut()
    await shop.rows(`UPDATE bookings SET hold_expires_at = $1`, [minutesAgo(7)])
    await shop.payments.faults({ match: '*', status: 500 })
    await expireHold({ bookingId: id })
    await shop.payments.faults()
    expect((await book({}, { cookie: 'visitor=AAAAAAAAAAAAAAAAAAAAAA' })).status).toBe(201)
    await shop.payments.pay(intent)
    expect(await look()).toEqual([200, 'cancelled', 'refunded'])
    expect(await shop.rows(`SELECT visitor_hash FROM bookings WHERE status = 'pending'`)).toEqual([
      { visitor_hash: sha256('AAAAAAAAAAAAAAAAAAAAAA') },
    ])
  })
})
