import { setTimeout as sleep } from 'node:timers/promises'
import { withIdempotencyKey, type Answer } from '@/lib/http/idempotency'
import { Problem } from '@/lib/problem'
import { openShop, refusal } from '@/tests/support/shop'

const shop = openShop()
const KEY = 'key-of-one-double-click'
const EMAIL = 'aina@example.com'
const ANSWER = { status: 201, body: { id: 7 } }

type About = {
  key?: string | null
  body?: unknown
  token?: string
  hasCookie?: boolean
  endpoint?: string
}
const question = ({
  key = KEY,
  body = { a: 1 },
  token = 'first',
  hasCookie = false,
  endpoint = 'bookings',
}: About = {}) => ({ endpoint, key, body, email: EMAIL, visitorToken: token, hasCookie })
let worked: string[]
beforeEach(() => void (worked = []))
const work =
  (ms = 0, answer: Omit<Answer, 'visitorToken'> = ANSWER) =>
  async (visitorToken: string): Promise<Answer> => {
    worked.push(visitorToken)
    await sleep(ms)
    return { ...answer, visitorToken }
  }
const keys = () => shop.rows(`SELECT * FROM idempotency_keys`)

test('the same answer and the same visitor for every repetition', async () => {
  const first = await withIdempotencyKey(question(), work())
  expect(first).toEqual({ ...ANSWER, visitorToken: 'first' })
  expect(await withIdempotencyKey(question({ token: 'a second cookie' }), work())).toEqual(first)
  expect(await withIdempotencyKey(question({ token: 'first', hasCookie: true }), work())).toEqual(
    first,
  )
  expect(worked).toEqual(['first'])
})

test('ten clicks at once: one does the work, the others wait for its answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      withIdempotencyKey(question({ token: `click${i}` }), work(300)),
    ),
  )
  expect(worked).toHaveLength(1)
  for (const answer of answers) expect(answer).toEqual({ ...ANSWER, visitorToken: worked[0] })
})

test('without a key each request is its own', async () => {
  await withIdempotencyKey(question({ key: null }), work())
  await withIdempotencyKey(question({ key: null }), work())
  expect(worked).toHaveLength(2)
  expect(await keys()).toEqual([])
})

test('whoever took so long that another took over leaves its claim alone', async () => {
  let giveUp: ((error: Error) => void) | undefined
  const first = withIdempotencyKey(question(), () => new Promise((_, no) => (giveUp = no)))
  const over = first.catch(() => undefined)
  while (!giveUp) await sleep(20)
  await shop.rows(`UPDATE idempotency_keys SET started_at = now() - interval '61 seconds'`)
  const second = withIdempotencyKey(question(), work(500))
  while (worked.length === 0) await sleep(20)
  giveUp(new Error('late'))
  await over
  expect(await keys()).toHaveLength(1)
  expect(await withIdempotencyKey(question(), work())).toEqual(await second)
  expect(worked).toHaveLength(1)
})

test('another endpoint is another key', async () => {
  await withIdempotencyKey(question(), work())
  await withIdempotencyKey(question({ endpoint: 'orders', body: { b: 2 } }), work())
  expect(worked).toHaveLength(2)
})

describe('what the database keeps of it', () => {
  const secret = 'the-visitors-own-token'
  const answer = { status: 201, body: { id: 7, name: 'Aina', phone: '+60 12-345 6789' } }

  test('is of no use without the key: neither the token nor the answer nor the key is readable', async () => {
    await withIdempotencyKey(question({ token: secret }), work(0, answer))
    const kept = JSON.stringify(await keys())
    for (const readable of [secret, KEY, EMAIL, answer.body.name, answer.body.phone])
      expect(kept).not.toContain(readable)
    expect(await withIdempotencyKey(question({ token: 'another' }), work())).toEqual({
      ...answer,
      visitorToken: secret,
    })
  })

  test('while the first is at work neither', async () => {
    const first = withIdempotencyKey(question({ token: secret }), work(300))
    await sleep(150)
    expect(await keys()).toHaveLength(1)
    expect(JSON.stringify(await keys())).not.toContain(secret)
    await first
  })

  test('cannot be read for another endpoint, to which its row was copied', async () => {
    await withIdempotencyKey(question(), work())
    await shop.rows(`UPDATE idempotency_keys SET endpoint = 'orders'`)
    expect(
      await refusal(withIdempotencyKey(question({ endpoint: 'orders' }), work())),
    ).toMatchObject({
      code: 'unavailable',
    })
  })

  test('an answer that the version before kept readable is repeated all the same', async () => {
    await withIdempotencyKey(question({ token: secret }), work(0, answer))
    await shop.rows(`UPDATE idempotency_keys SET sealed_token = $1, sealed_response = $2`, [
      secret,
      JSON.stringify(answer.body),
    ])
    expect(await withIdempotencyKey(question(), work())).toEqual({
      ...answer,
      visitorToken: secret,
    })
    expect(worked).toEqual([secret])
  })
})

describe('mismatch', () => {
  beforeEach(() => withIdempotencyKey(question(), work()))
  afterEach(() => expect(worked).toEqual(['first']))

  test('another body is refused', async () =>
    expect(await refusal(withIdempotencyKey(question({ body: { a: 2 } }), work()))).toMatchObject({
      code: 'idempotency_mismatch',
      status: 409,
    }))
  test('a stranger’s cookie is refused', async () =>
    expect(
      await refusal(withIdempotencyKey(question({ token: 'stranger', hasCookie: true }), work())),
    ).toMatchObject({ code: 'idempotency_mismatch' }))
})

test('another body while the first is at work', async () => {
  const first = withIdempotencyKey(question(), work(500))
  await sleep(150)
  expect(await refusal(withIdempotencyKey(question({ body: { a: 2 } }), work()))).toMatchObject({
    code: 'idempotency_mismatch',
  })
  expect(await first).toMatchObject(ANSWER)
})

test.each([
  '',
  'fifteen-letters',
  'x'.repeat(256),
  'spaces are not allowed',
  'ünïcode-ünïcode-ünïcode',
  'tab\tin\tthe\tmiddle\tof',
])('key %j is refused', async (key) => {
  expect(await refusal(withIdempotencyKey(question({ key }), work()))).toMatchObject({
    code: 'invalid_request',
    status: 400,
  })
  expect(worked).toEqual([])
})
test.each(['x'.repeat(16), 'x'.repeat(255), '!~"#$%&()*+,-./:;<=>?@[]^_`{|}'])(
  'key %j is taken',
  async (key) => expect(await withIdempotencyKey(question({ key }), work())).toMatchObject(ANSWER),
)

describe('work that does not succeed', () => {
  test.each([new Problem('slot_taken'), new Problem('too_many_requests'), new Error('surprise')])(
    '%p is not kept: the next try works',
    async (error) => {
      expect(await refusal(withIdempotencyKey(question(), () => Promise.reject(error)))).toBe(error)
      expect(await keys()).toEqual([])
      expect(await withIdempotencyKey(question(), work())).toMatchObject(ANSWER)
    },
  )

  test('the waiting requests try in turn, and one of them does the work', async () => {
    const first = refusal(
      withIdempotencyKey(question(), () =>
        sleep(300).then(() => Promise.reject(new Problem('unavailable'))),
      ),
    )
    await sleep(100)
    const others = await Promise.all([1, 2, 3].map(() => withIdempotencyKey(question(), work(100))))
    expect(await first).toMatchObject({ code: 'unavailable' })
    expect(worked).toHaveLength(1)
    for (const answer of others) expect(answer).toMatchObject(ANSWER)
  })
})

describe('a claim whose process died', () => {
  const abandon = (seconds: number) =>
    shop.rows(
      `UPDATE idempotency_keys SET status = NULL, sealed_response = NULL,
        started_at = now() - make_interval(secs => $1)`,
      [seconds],
    )
  beforeEach(async () => {
    await withIdempotencyKey(question(), work())
    worked = []
  })

  test('is taken over by one of many after half a minute, in the name of the first visitor', async () => {
    await abandon(61)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((i) => withIdempotencyKey(question({ token: `new${i}` }), work(100))),
    )
    expect(worked).toEqual(['first'])
    for (const answer of answers) expect(answer).toEqual({ ...ANSWER, visitorToken: 'first' })
  })

  test('is not taken over by a stranger’s cookie or with another body', async () => {
    await abandon(61)
    expect(
      await refusal(withIdempotencyKey(question({ token: 'stranger', hasCookie: true }), work())),
    ).toMatchObject({ code: 'idempotency_mismatch' })
    expect(await refusal(withIdempotencyKey(question({ body: { a: 2 } }), work()))).toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(worked).toEqual([])
  })

  test('is waited for before that, ten seconds at most, then 503', async () => {
    await abandon(1)
    expect(await refusal(withIdempotencyKey(question(), work()))).toMatchObject({
      code: 'unavailable',
      details: { retryAfter: 2 },
    })
    expect(worked).toEqual([])
  })
})
