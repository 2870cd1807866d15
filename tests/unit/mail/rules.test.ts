import {
  failureText,
  isRefusal,
  isServerAway,
  LEASE_MINUTES,
  MAX_ATTEMPTS,
  PATIENCE_DAYS,
  retryAt,
  senderOf,
} from '@/lib/mail/rules'
import { mailContent } from '@/lib/mail/schema'
import { DAY_MS, MINUTE_MS } from '@/lib/time'
import { facts } from './facts'

const now = new Date('2026-12-01T00:00:00Z')

describe('waits longer after each failure', () => {
  const waits = (failure: { isRefused: boolean; isUnready?: boolean; createdAt: Date }) =>
    Array.from({ length: MAX_ATTEMPTS }, (_, i) =>
      retryAt({ attempts: i + 1, now, ...failure }),
    ).map((at) => at && (at.getTime() - now.getTime()) / MINUTE_MS)
  const LAST = [1, 2, 5, 15, 60, 60, 60, 60, 60, 60, 60]

  test('and gives a refused mail up after the twelfth', () => {
    expect(waits({ isRefused: true, createdAt: now })).toEqual([...LAST, null])
    expect(LEASE_MINUTES).toBeGreaterThan(1)
  })

  test('and tries one that waits for its attachment for as long as it takes', () => {
    const old = new Date(now.getTime() - 60 * DAY_MS)
    expect(waits({ isRefused: true, isUnready: true, createdAt: old })).toEqual([...LAST, 60])
  })

  test('an outage of less than three days gives nothing up', () => {
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
    expect(waits({ isRefused: false, createdAt: ago(PATIENCE_DAYS - 0.01) })).toEqual([...LAST, 60])
    expect(waits({ isRefused: false, createdAt: ago(PATIENCE_DAYS) })).toEqual([...LAST, null])
  })
})

test('tells a permanent refusal from a server that is away or busy', () => {
  expect(isRefusal({ code: 'EENVELOPE', responseCode: 550 })).toBe(true)
  expect(isRefusal({ code: 'EENVELOPE', responseCode: 451 })).toBe(false)
  expect(isRefusal({ code: 'ESOCKET' })).toBe(false)
  expect(isRefusal(new Error('template'))).toBe(true)
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
  expect(isServerAway({ code: 'EPROTOCOL', responseCode: 554 })).toBe(true)
  expect(isServerAway({ code: 'EENVELOPE' })).toBe(false)
  expect(isServerAway(new Error('template'))).toBe(false)
})

test.each([
  ['hello@studio.my', 'Studio', 'hello@studio.my'],
  [' <hello@studio.my>', 'Studio', 'hello@studio.my'],
  ['Studio (KL): Sdn. Bhd., <hello@studio.my>', 'Studio (KL): Sdn. Bhd.,', 'hello@studio.my'],
  ['"Studio, \\"KL\\"" <hello@studio.my>', 'Studio, "KL"', 'hello@studio.my'],
  ['录音室 <hello@studio.my> ', '录音室', 'hello@studio.my'],
])('MAIL_FROM %j is one sender with its whole name', (from, name, address) => {
  expect(senderOf(from, 'Studio')).toEqual({ name, address })
})

test('a notice is queued with its number alone', () => {
  for (const kind of ['booking_notice', 'studio_booking'])
    expect(mailContent.parse({ kind, payload: { ...facts, bookingId: 7 } })).toEqual({
      kind,
      payload: { bookingId: 7 },
    })
  for (const payload of [{}, { bookingId: 0 }, { bookingId: '7' }])
    expect(mailContent.safeParse({ kind: 'booking_notice', payload }).success).toBe(false)
  expect(mailContent.safeParse({ kind: 'other', payload: facts }).success).toBe(false)
})
