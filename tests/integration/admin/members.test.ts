import { syncPayment } from '@/lib/payments/sync'
import { GET as list } from '@/app/api/memberships/route'
import { GET as one, PATCH as change } from '@/app/api/memberships/[id]/route'
import { GET as rewardList } from '@/app/api/referral-rewards/route'
import { PATCH as decide } from '@/app/api/referral-rewards/[id]/route'
import { awardDueRewards } from '@/lib/memberships/referrals'
import { settlements } from '@/lib/settlements'
import { callRoute } from '@/tests/support/call'
import {
  completedSession,
  expectCountersAreRecounted,
  inDays,
  join,
  paidSession,
} from '@/tests/support/members'
import { completeFinished } from '@/lib/bookings/complete'
import { openShop } from '@/tests/support/shop'
import { ownerCookie } from './admin'

const shop = openShop()
afterEach(() => expectCountersAreRecounted(shop))

let cookie: string
let friend: Awaited<ReturnType<typeof completedSession>>
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

const DONE = 200 // completedSession's clock
const ask = async (
  handler: Parameters<typeof callRoute>[0],
  path: string,
  call: Parameters<typeof callRoute>[2] = {},
) => {
  const response = await callRoute(handler, path, { headers: { cookie }, ...call })
  return {
    status: response.status,
    body: response.status === 204 ? null : await response.json(),
    next: response.headers.get('x-next-cursor'),
  }
}
const patchMember = (id: number, body: object) =>
  ask(change, `/api/memberships/${id}`, { method: 'PATCH', body, params: { id: String(id) } })
const patchReward = (id: number, status: string, note?: string) =>
  ask(decide, `/api/referral-rewards/${id}`, {
    method: 'PATCH',
    body: { status, note },
    params: { id: String(id) },
  })
const audit = () => shop.rows(`SELECT action, entity, before, after FROM audit_log ORDER BY id`)
const books = async () =>
  await shop.rows(
    `SELECT sessions_completed AS sessions, referral_earnings::text AS earned, total_spent::text AS spent FROM memberships ORDER BY id`,
  )

async function referred() {
  const { referralCode } = await join()
  await join('lim@example.com', { customerName: 'Lim Wei', referredBy: referralCode })
  friend = await completedSession(shop, { who: 'lim' })
}

test('a package has its name in the console’s language', async () => {
  await join()
  await shop.rows(
    `UPDATE services SET translations = '{"ms": {"name": "Audio Asas"}}' WHERE id = 1`,
  )
  const headers = { cookie, 'x-language': 'ms' }
  const at = { params: { id: '1' }, headers }
  expect((await ask(list, '/api/memberships', { headers })).body).toMatchObject([
    { package: 'Audio Asas' },
  ])
  expect((await ask(one, '/api/memberships/1', at)).body.member.package).toBe('Audio Asas')
  const paused = { ...at, method: 'PATCH', body: { status: 'paused' } }
  expect((await ask(change, '/api/memberships/1', paused)).body.package).toBe('Audio Asas')
  expect((await ask(list, '/api/memberships')).body).toMatchObject([{ package: 'Audio Basic' }])
})

test('the list, searched and filtered by cursor, and one member’s ledger', async () => {
  await referred()
  const ids = async (query: string) =>
    (await ask(list, `/api/memberships${query}`)).body.map(({ id }: { id: number }) => id)
  expect(await ids('')).toEqual([2, 1])
  expect(await ids('?limit=1')).toEqual([2])
  expect((await ask(list, '/api/memberships?limit=1')).next).toBe('2')
  expect(await ids('?cursor=2')).toEqual([1])
  expect(await ids('?q=LIM')).toEqual([2])
  expect(await ids('?status=paused')).toEqual([])
  const { body } = await ask(one, '/api/memberships/2', { params: { id: '2' } })
  expect(body).toMatchObject({
    member: {
      customerName: 'Lim Wei',
      sessionsCompleted: 1,
      sessionsRemaining: 9,
      freeSessions: 0,
    },
    ledger: [{ bookingId: friend.booking, free: false, reversesId: null }],
  })
  expect(JSON.stringify(body)).not.toContain('service_id')
  expect((await ask(one, '/api/memberships/9', { params: { id: '9' } })).status).toBe(404)
})

test('real life: the search of members finds what looks the same', async () => {
  await referred()
  await shop.rows(
    `UPDATE memberships SET customer_name = 'José D’Souza', customer_phone = '012-345 6789' WHERE id = 1`,
  )
  await shop.rows(`UPDATE memberships SET customer_phone = '+60198765432' WHERE id = 2`)
  for (const [q, found] of [
    ['0123456789', [1]],
    ['\u202a+60 12 345-6789\u202c', [1]],
    ['０１９８７６５４３２', [2]],
    ['JOSE', [1]],
    ["josé d'souza", [1]],
    ['#2', [2]],
    ['#9', []],
  ] as [string, number[]][]) {
    const { body } = await ask(list, `/api/memberships?q=${encodeURIComponent(q)}`)
    expect([q, body.map(({ id }: { id: number }) => id)]).toEqual([q, found])
  }
})

test('paused, cancelled, active again; the second of two owners is told; each change is in the log', async () => {
  await join()
  const {
    body: [{ updatedAt: version }],
  } = await ask(list, '/api/memberships')
  expect(await patchMember(1, { status: 'paused', version })).toMatchObject({
    status: 200,
    body: { status: 'paused' },
  })
  expect(await patchMember(1, { status: 'cancelled', version })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  expect(await patchMember(1, { status: 'active' })).toMatchObject({ status: 200 })
  expect((await patchMember(1, { status: 'active' })).status).toBe(200)
  expect((await patchMember(1, { status: 'gold' })).status).toBe(400)
  expect((await patchMember(7, { status: 'active' })).status).toBe(404)
  expect(await audit()).toEqual(
    [
      ['active', 'paused'],
      ['paused', 'active'],
    ].map(([before, after]) => ({
      action: 'status',
      entity: 'member',
      before: { status: before },
      after: { status: after },
    })),
  )
})

test('an awarded reward is paid out once; a held one is decided', async () => {
  await referred()
  await awardDueRewards(inDays(DONE + 8))
  expect((await ask(rewardList, '/api/referral-rewards?status=awarded')).body).toMatchObject([
    {
      id: 1,
      amount: '100.00',
      referrer: { name: 'aina' },
      friend: { name: 'Lim Wei' },
      bookingId: friend.booking,
      reversed: false,
    },
  ])
  expect(await patchReward(1, 'paid')).toMatchObject({
    status: 200,
    body: { id: 1, status: 'paid', amount: '100.00', paidAt: expect.any(String) },
  })
  expect(await patchReward(1, 'paid')).toMatchObject({
    status: 409,
    body: { code: 'not_changeable', message: 'This reward can no longer be changed that way.' },
  })
  await shop.rows(`UPDATE referral_rewards SET status = 'held'`)
  expect(await patchReward(1, 'refused')).toMatchObject({
    status: 200,
    body: { status: 'refused' },
  })
  expect((await patchReward(1, 'pending')).status).toBe(400)
  expect((await audit()).map(({ action }) => action)).toEqual(['reward_paid', 'reward_refused'])
})

test('a held reward is awarded by hand only with a reason, which the audit log keeps', async () => {
  await referred()
  await shop.rows(`UPDATE referral_rewards SET status = 'held'`)
  for (const note of [undefined, '', '   '])
    expect(await patchReward(1, 'awarded', note)).toMatchObject({
      status: 400,
      body: { fields: { note: expect.any(String) } },
    })
  expect(await shop.rows(`SELECT status FROM referral_rewards`)).toEqual([{ status: 'held' }])
  expect(await patchReward(1, 'awarded', ' Two sisters, two inboxes ')).toMatchObject({
    status: 200,
    body: { status: 'awarded', awardedAt: expect.any(String) },
  })
  expect(await audit()).toMatchObject([
    {
      action: 'reward_awarded',
      before: { status: 'held' },
      after: { status: 'awarded', reason: 'Two sisters, two inboxes' },
    },
  ])
})

describe('a chargeback takes back what the session had earned, as a refund does', () => {
  const BEFORE = [
    { sessions: 0, earned: '100.00', spent: '0.00' },
    { sessions: 1, earned: '0.00', spent: '107.17' },
  ]
  const AFTER = BEFORE.map((member) => ({ ...member, sessions: 0, earned: '0.00', spent: '0.00' }))
  const entries = () =>
    shop.rows(`SELECT notes FROM membership_sessions WHERE reverses_id IS NOT NULL`)

  test('the session is taken back exactly once, from any number of events in any order', async () => {
    await referred()
    await awardDueRewards(inDays(DONE + 8))
    expect(await books()).toEqual(BEFORE)
    await shop.payments.control('dispute', { payment_intent: friend.intent })
    const answers = await Promise.all([
      shop.payments.release('reverse'),
      syncPayment(settlements, friend.intent),
      syncPayment(settlements, friend.intent),
    ])
    expect(new Set(answers[0])).toEqual(new Set([200]))
    expect(await books()).toEqual(AFTER)
    await shop.payments.control('dispute', { payment_intent: friend.intent, outcome: 'lost' })
    await shop.payments.release()
    expect([await books(), await entries()]).toEqual([AFTER, [{ notes: 'disputed' }]])
    expect(
      await shop.rows(`SELECT reward_amount::text AS amount FROM referral_rewards ORDER BY id`),
    ).toEqual([{ amount: '100.00' }, { amount: '-100.00' }])
  })

  test('a session completed while its payment is disputed earns nothing', async () => {
    const { referralCode } = await join()
    await join('lim@example.com', { referredBy: referralCode })
    const { intent } = await paidSession(shop, { who: 'lim' })
    await shop.payments.control('dispute', { payment_intent: intent })
    await shop.payments.release()
    await completeFinished(inDays(DONE))
    expect(await awardDueRewards(inDays(DONE + 8))).toBe(0)
    expect(await books()).toEqual(AFTER)
  })

  test('a dispute that is won gives the session back, once; the reward stays the owner’s decision', async () => {
    await referred()
    await awardDueRewards(inDays(DONE + 8))
    await shop.payments.control('dispute', { payment_intent: friend.intent })
    await shop.payments.release()
    expect(await books()).toEqual(AFTER)
    await shop.payments.control('dispute', { payment_intent: friend.intent, outcome: 'won' })
    await shop.payments.release()
    await Promise.all([
      syncPayment(settlements, friend.intent),
      syncPayment(settlements, friend.intent),
    ])
    expect(await books()).toEqual([{ ...BEFORE[0], earned: '0.00' }, BEFORE[1]])
    expect(
      await shop.rows(
        `SELECT booking_id AS booking, reverses_id AS reverses FROM membership_sessions ORDER BY id`,
      ),
    ).toEqual([
      { booking: null, reverses: null },
      { booking: null, reverses: 1 },
      { booking: friend.booking, reverses: null },
    ])
  })

  test('an inquiry reverses nothing, and delays what is not awarded yet', async () => {
    const { referralCode } = await join()
    await join('lim@example.com', { referredBy: referralCode })
    await completedSession(shop, { who: 'lim' }, 'pm_card_createDisputeInquiry')
    await shop.payments.release()
    expect(await shop.rows(`SELECT disputed FROM payments`)).toEqual([{ disputed: true }])
    expect(await entries()).toEqual([])
    expect(await awardDueRewards(inDays(DONE + 8))).toBe(0)
  })
})
