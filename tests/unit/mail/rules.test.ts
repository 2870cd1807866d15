import { failureText, isServerAway, LEASE_MINUTES, MAX_ATTEMPTS, retryAt } from '@/lib/mail/rules'
import { mailContent } from '@/lib/mail/schema'
import { MINUTE_MS } from '@/lib/time'
import { everyMail, facts } from './facts'

const now = new Date('2026-12-01T00:00:00Z')

test('waits longer after each failure, and gives up after the twelfth', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_, i) => retryAt(i + 1, now)).map(
    (at) => at && (at.getTime() - now.getTime()) / MINUTE_MS,
  )
  expect(waits).toEqual([1, 2, 5, 15, 60, 60, 60, 60, 60, 60, 60, null])
  expect(LEASE_MINUTES).toBeGreaterThan(1)
})

test('keeps the kind of a failure and never the server’s words', () => {
  const refused = Object.assign(new Error('550 no such user aisyah@example.com'), {
    code: 'EENVELOPE',
    responseCode: 550,
    command: 'RCPT TO',
    response: '550 aisyah@example.com',
  })
  expect(failureText(refused)).toBe('EENVELOPE 550 RCPT TO')
  expect(failureText(new TypeError('aisyah@example.com'))).toBe('TypeError')
  expect(failureText(null)).toBe('unknown')
})

test('tells a server that is away from a mail that is refused', () => {
  expect(isServerAway({ code: 'ESOCKET' })).toBe(true)
  expect(isServerAway({ code: 'EENVELOPE' })).toBe(false)
  expect(isServerAway(new Error('template'))).toBe(false)
})

test('a payload survives the database’s JSON, and a damaged one is refused', () => {
  for (const mail of everyMail)
    expect(mailContent.parse(JSON.parse(JSON.stringify(mail)))).toEqual(mail)
  const bad = [
    { spans: [] },
    { totalSen: 1.5 },
    { totalSen: -1 },
    { date: '2027-02-30' },
    { time: '24:00' },
    { duration: 'daily' },
    { bookingId: 0 },
  ]
  for (const change of bad)
    expect(
      mailContent.safeParse({ kind: 'booking_confirmed', payload: { ...facts, ...change } })
        .success,
    ).toBe(false)
  expect(mailContent.safeParse({ kind: 'other', payload: facts }).success).toBe(false)
})
