import { sendMemberCode, signInMember } from '@/lib/auth/member-codes'
import { completeFinished } from '@/lib/bookings/complete'
import { mailContent } from '@/lib/mail/schema'
import { isActiveMember, memberCard, horizonOf } from '@/lib/memberships/queries'
import { provePendingMembership, settleEarlier, claimMembership } from '@/lib/memberships/proof'
import { awardDueRewards } from '@/lib/memberships/referrals'
import { browserToken, NOWHERE } from '@/tests/integration/auth/owner'
import { callRoute } from '@/tests/support/call'
import {
  completedSession,
  expectCountersAreRecounted,
  inDays,
  join,
  joinUnproven,
  paidSession,
  signedIn,
} from '@/tests/support/members'
import { openShop, refusal } from '@/tests/support/shop'
import { ownerCookie } from '@/tests/integration/admin/admin'
import { routeAt } from '../http/refused'

const shop = openShop()
afterEach(() => expectCountersAreRecounted(shop))

const DONE = 200 // completedSession's clock
const [EMAIL, VICTIM] = ['aina@example.com', 'victim@example.com']
const [hers, mallorys] = [browserToken('hers'), browserToken('mallory’s')]
/** Signs in with the code from the inbox, in this browser. */
async function signIn(email: string, browser: string): Promise<void> {
  await sendMemberCode({ email, browser, locale: 'en', now: new Date() })
  const [mail] = await shop.rows(
    `SELECT kind, payload FROM mails WHERE kind = 'sign_in_code' ORDER BY id DESC LIMIT 1`,
  )
  const content = mailContent.parse(mail)
  const code = content.kind === 'sign_in_code' ? content.payload.code : ''
  await signInMember(
    { email, code, browser, origin: NOWHERE, now: new Date() },
    provePendingMembership,
  )
}
const standing = () =>
  shop.rows(
    `SELECT booking_id AS booking FROM membership_sessions s WHERE reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM membership_sessions r WHERE r.reverses_id = s.id) ORDER BY id`,
  )
const rewards = () =>
  shop.rows(
    `SELECT m.customer_email AS by, r.status FROM referral_rewards r JOIN memberships m ON m.id = r.referrer_membership_id`,
  )
const card = (email = EMAIL) => memberCard(email, 'en')
const spent = async () =>
  (await shop.rows(`SELECT total_spent::text AS spent FROM memberships ORDER BY id`)).map(
    (row) => row.spent,
  )
const call = async (path: 'me' | 'me/proof' | 'me/earlier', cookie: string, body?: object) => {
  const handlers = routeAt(`memberships/${path}`)
  const handler = body ? handlers.POST : handlers.GET
  const response = await callRoute(handler!, `/api/memberships/${path}`, {
    headers: { cookie },
    ...(body && { body }),
  })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}

describe('a stranger who was enrolled with somebody else’s code', () => {
  beforeEach(async () => {
    const { referralCode } = await join('mallory@example.com')
    await joinUnproven(
      VICTIM,
      { customerName: 'Buy at casino.example', referredBy: referralCode },
      mallorys,
    )
  })

  test('earns them nothing by booking and paying', async () => {
    await completedSession(shop, { who: 'victim' })
    expect(await awardDueRewards(inDays(DONE + 30))).toBe(0)
    expect(await rewards()).toEqual([{ by: 'mallory@example.com', status: 'pending' }])
    expect([await standing(), await spent()]).toEqual([[], ['0.00', '0.00']])
    // Or enrolling an address would tell whether it is a member's.
    expect((await card('mallory@example.com'))?.friends).toEqual([])
  })

  test('nor by signing in, which proves the inbox but not who joined', async () => {
    await completedSession(shop, { who: 'victim' })
    await signIn(VICTIM, hers)
    await completedSession(shop, { who: 'victim', time: '11:00' })
    expect(await awardDueRewards(inDays(DONE + 30))).toBe(0)
    expect([await standing(), await card(VICTIM)]).toEqual([[], null])
    expect((await call('me', await signedIn(VICTIM))).body).toEqual({
      email: VICTIM,
      membership: null,
      begun: {
        customerName: 'Buy at casino.example',
        package: 'Audio Basic',
        referredBy: expect.any(String),
      },
    })
  })

  test('and joins with their own words: the code is gone, the mails say nothing of the first', async () => {
    await join(VICTIM, { customerName: 'Vera' })
    await completedSession(shop, { who: 'victim' })
    expect(await awardDueRewards(inDays(DONE + 30))).toBe(0)
    expect([await rewards(), (await card(VICTIM))?.customerName]).toEqual([[], 'Vera'])
    expect(JSON.stringify(await shop.rows(`SELECT payload FROM mails`))).not.toMatch(/casino/)
  })

  test('or says that it was they who joined: then it counts', async () => {
    const cookie = await signedIn(VICTIM)
    expect((await call('me/proof', cookie, {})).status).toBe(204)
    expect((await call('me/proof', cookie, {})).status).toBe(404)
    await completedSession(shop, { who: 'victim' })
    expect(await awardDueRewards(inDays(DONE + 30))).toBe(1)
    expect((await card('mallory@example.com'))?.friends).toMatchObject([{ name: 'Buy' }])
  })
})

test('before the proof there is no member price, no longer horizon, no free session and no card; after it there is', async () => {
  await joinUnproven(EMAIL, {}, hers)
  const benefits = async () => [
    await isActiveMember(EMAIL),
    await horizonOf(EMAIL),
    (await card())?.status,
  ]
  expect(await benefits()).toEqual([false, 180, undefined])
  const cookie = await signedIn(EMAIL)
  const discount = async () =>
    (
      await (
        await callRoute(
          routeAt('video-editing-orders/discount').GET!,
          '/api/video-editing-orders/discount',
          { headers: { cookie } },
        )
      ).json()
    ).discount
  expect(await discount()).toBe('first_order')
  await signIn(EMAIL, hers)
  expect(await benefits()).toEqual([true, 365, 'active'])
  expect(await discount()).toBe('member')
})

test('the proof in the browser that joined makes it count, for the friend too', async () => {
  const { referralCode } = await join('lim@example.com')
  await joinUnproven(EMAIL, { referredBy: referralCode }, hers)
  await signIn(EMAIL, hers)
  const { booking } = await completedSession(shop, {})
  expect(await standing()).toEqual([{ booking }])
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(1)
})

test('a referrer who is not proven waits for the reward', async () => {
  await joinUnproven('lim@example.com', {}, hers)
  const [lim] = await shop.rows(`SELECT referral_code AS code FROM memberships`)
  await join(EMAIL, { referredBy: String(lim?.code) })
  await completedSession(shop, {})
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(0)
  await signIn('lim@example.com', hers)
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(1)
})

describe('what was booked before the proof', () => {
  let first: number
  beforeEach(async () => {
    const before = await completedSession(shop, { time: '14:00' })
    await shop.rows(`UPDATE bookings SET completed_at = now() - interval '1 day' WHERE id = $1`, [
      before.booking,
    ])
    await joinUnproven(EMAIL, {}, hers)
    first = (await completedSession(shop, { time: '10:00' })).booking
  })
  const earlier = async () => (await card())?.earlier.map(({ kind }) => kind)

  test('does not count by itself, neither when it is over later', async () => {
    await paidSession(shop, { time: '11:00' })
    await signIn(EMAIL, hers)
    await completeFinished(inDays(DONE + 1))
    expect([await standing(), await spent(), await earlier()]).toEqual([
      [],
      ['0.00'],
      ['session', 'session'],
    ])
  })

  test('counts once its owner says that it is theirs, also what is over later; not what was over before they joined', async () => {
    const later = await paidSession(shop, { time: '11:00' })
    await signIn(EMAIL, hers)
    expect((await call('me/earlier', await signedIn(EMAIL), { mine: true })).status).toBe(204)
    expect([await standing(), await spent(), await earlier()]).toEqual([
      [{ booking: first }],
      ['107.17'],
      [],
    ])
    await settleEarlier(EMAIL, false) // the first word stands
    await completeFinished(inDays(DONE + 1))
    expect(await standing()).toEqual([{ booking: first }, { booking: later.booking }])
  })

  test('never counts once they have said that it is not', async () => {
    await signIn(EMAIL, hers)
    await settleEarlier(EMAIL, false)
    await settleEarlier(EMAIL, true)
    expect([await standing(), await earlier()]).toEqual([[], []])
    const { booking } = await completedSession(shop, { time: '12:00' })
    expect(await standing()).toEqual([{ booking }])
  })

  test('said at the very moment at which it is over, it counts once', async () => {
    const later = await paidSession(shop, { time: '11:00' })
    await signIn(EMAIL, hers)
    await Promise.all([
      settleEarlier(EMAIL, true),
      completeFinished(inDays(DONE + 1)),
      settleEarlier(EMAIL, true),
      completeFinished(inDays(DONE + 1)),
    ])
    expect((await standing()).map((row) => row.booking).sort()).toEqual([first, later.booking])
  })

  test('cannot be claimed without a proof', async () => {
    expect(await refusal(settleEarlier(EMAIL, true))).toMatchObject({ code: 'not_found' })
    expect(await refusal(claimMembership('nobody@example.com'))).toMatchObject({
      code: 'not_found',
    })
  })
})

test('the owner marks an email as proven at the desk, once, in the log', async () => {
  await joinUnproven(EMAIL)
  const headers = { cookie: await ownerCookie(shop) }
  const prove = async (id: number) => {
    const handler = routeAt('memberships/[id]/proof').POST!
    const request = { body: {}, headers, params: { id: String(id) } }
    return callRoute(handler, `/api/memberships/${id}/proof`, request)
  }
  const answers = [await prove(1), await prove(1), await prove(9)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  expect(await answers[0]?.json()).toMatchObject({ emailProven: true })
  expect(await isActiveMember(EMAIL)).toBe(true)
  expect(
    await shop.rows(
      `SELECT actor, action, entity, entity_id AS id FROM audit_log WHERE entity = 'member'`,
    ),
  ).toEqual([{ actor: 'owner', action: 'email_proven', entity: 'member', id: '1' }])
})
