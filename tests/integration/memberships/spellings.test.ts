// One mailbox has several spellings: whoever has proven one of them is the member of another.
import { joinMembership } from '@/lib/memberships/join'
import { isActiveMember, memberCard } from '@/lib/memberships/queries'
import { holdSlot } from '@/lib/bookings/book'
import { discountOf } from '@/lib/orders/queries'
import {
  completedSession,
  expectCountersAreRecounted,
  givenSessions,
  inDays,
  join,
} from '@/tests/support/members'
import { openShop, refusal, wish, workingDay } from '@/tests/support/shop'
import { completeFinished } from '@/lib/bookings/complete'

const shop = openShop()
afterEach(() => expectCountersAreRecounted(shop))

const JOINED = 'aina.rahman@gmail.com'
const OTHER = 'ainarahman+studio@googlemail.com'
const monday = [0, 1, 2, 3, 4, 5]
  .map(workingDay)
  .find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1)
const counters = () =>
  shop.rows(
    `SELECT sessions_completed AS sessions, free_sessions_used AS used, total_spent::text AS spent FROM memberships ORDER BY id`,
  )

test('a member who signs in with another spelling finds the free session and spends it', async () => {
  const { id } = await join(JOINED)
  await givenSessions(shop, id, 10)
  expect(await memberCard(OTHER, 'en')).toMatchObject({ id, freeSessions: 1 })
  expect([await isActiveMember(OTHER), await discountOf(OTHER)]).toEqual([true, 'member'])
  const typed = { email: 'ainarahman@gmail.com', provenEmail: OTHER }
  const { booking } = await holdSlot(wish({ ...typed, useFreeSession: true }))
  expect(booking).toMatchObject({ isFreeSession: true, membershipId: id })
  await completeFinished(inDays(200))
  expect(await memberCard(JOINED, 'en')).toMatchObject({ freeSessions: 0, freeSessionsUsed: 1 })
})

test('a session that was booked with another spelling counts', async () => {
  await join(JOINED)
  await completedSession(shop, { who: 'aina', email: OTHER })
  expect(await counters()).toEqual([{ sessions: 1, used: 0, spent: '107.17' }])
})

test('a week needs no second proof for another spelling', async () => {
  const week = { duration: 'weekly', serviceId: 2, date: monday } as const
  await holdSlot(wish({ ...week, email: JOINED, provenEmail: OTHER }))
  expect(await shop.rows(`SELECT email FROM bookings`)).toEqual([{ email: JOINED }])
})

test('a mailbox joins once', async () => {
  await join(JOINED)
  expect(await refusal(join(OTHER))).toMatchObject({ code: 'already_member' })
  const input = { customerName: 'Aina', customerPhone: null, serviceId: 1, referredBy: null }
  await joinMembership({
    ...{ input: { ...input, customerEmail: OTHER }, provenEmail: null, browser: 'b', locale: 'en' },
  })
  expect(await shop.rows(`SELECT customer_email AS email FROM memberships`)).toEqual([
    { email: JOINED },
  ])
})

test('a mailbox that joins with two spellings at once joins once', async () => {
  const input = { customerName: 'Aina', customerPhone: null, serviceId: 1, referredBy: null }
  const begin = (customerEmail: string, browser: string) =>
    joinMembership({
      ...{ input: { ...input, customerEmail }, provenEmail: null, browser, locale: 'en' },
    })
  await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => begin(n % 2 ? JOINED : OTHER, `browser ${n}`)),
  )
  expect(await shop.rows(`SELECT count(*)::int AS n FROM memberships`)).toEqual([{ n: 1 }])
})

test('a third spelling finds the membership that counts, not the older one that was cancelled', async () => {
  await join(JOINED)
  await shop.rows(`UPDATE memberships SET status = 'cancelled'`)
  await shop.rows(
    `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, email_proven_at) VALUES ('Aina', $1, 1, 'OTHERCODE', now())`,
    [OTHER],
  )
  expect(await memberCard('ainarahman@gmail.com', 'en')).toMatchObject({ customerEmail: OTHER })
})

test('of two memberships of a mailbox each spelling has its own', async () => {
  const { id } = await join(JOINED)
  await shop.rows(
    `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, email_proven_at) VALUES ('Aina', $1, 1, 'OTHERCODE', now())`,
    [OTHER],
  )
  expect(await memberCard(JOINED, 'en')).toMatchObject({ id })
  expect(await memberCard(OTHER, 'en')).toMatchObject({ customerEmail: OTHER })
  await completedSession(shop, { who: 'aina', email: OTHER })
  expect(await counters()).toMatchObject([{ sessions: 0 }, { sessions: 1 }])
})

test('at a host that is not known a plus is another mailbox', async () => {
  await join('aina@example.com')
  expect(await memberCard('aina+x@example.com', 'en')).toBeNull()
  await completedSession(shop, { who: 'aina', email: 'aina+x@example.com' })
  expect(await counters()).toEqual([{ sessions: 0, used: 0, spent: '0.00' }])
})
