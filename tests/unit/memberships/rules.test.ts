import { CODE_LETTERS } from '@/lib/credentials'
import fc from 'fast-check'
import {
  countersOf,
  earningsOf,
  freeSessionsLeft,
  isFreeSessionChoice,
  plainCode,
  rewardDecision,
  REWARD_STATES,
  standing,
  type LedgerRow,
} from '@/lib/memberships/rules'
import { isSamePerson } from '@/lib/memberships/same-person'

/**
 * What may happen to a ledger, as the mutations let it: `pick` chooses among the rows that could be
 * meant.
 */
type Event = { what: 'complete' | 'redeem' | 'refund' | 'cancel'; pick: number }
const events = fc.array(
  fc.record({
    what: fc.constantFrom(
      'complete' as const,
      'complete' as const,
      'complete' as const,
      'redeem' as const,
      'refund' as const,
      'cancel' as const,
    ),
    pick: fc.nat(1000),
  }),
  { maxLength: 120 },
)

function after(ledger: readonly LedgerRow[], { what, pick }: Event): LedgerRow[] {
  const id = ledger.length + 1
  if (what === 'complete') return [...ledger, { id, wasFreebieSession: false, reversesId: null }]
  if (what === 'redeem')
    return freeSessionsLeft(countersOf(ledger)) > 0
      ? [...ledger, { id, wasFreebieSession: true, reversesId: null }]
      : [...ledger]
  const meant = standing(ledger).filter((row) => row.wasFreebieSession === (what === 'cancel'))
  const row = meant[pick % Math.max(1, meant.length)]
  return row
    ? [...ledger, { id, wasFreebieSession: row.wasFreebieSession, reversesId: row.id }]
    : [...ledger]
}

describe('the counters of a membership', () => {
  test('used ≤ earned ≤ completed / 10 and 1 ≤ remaining ≤ 10, whatever happens', () =>
    fc.assert(
      fc.property(events, (happened) => {
        let ledger: LedgerRow[] = []
        for (const event of happened) {
          ledger = after(ledger, event)
          const { sessionsCompleted, sessionsRemaining, freeSessionsEarned, freeSessionsUsed } =
            countersOf(ledger)
          expect(freeSessionsUsed).toBeGreaterThanOrEqual(0)
          expect(freeSessionsUsed).toBeLessThanOrEqual(freeSessionsEarned)
          expect(freeSessionsEarned).toBeLessThanOrEqual(sessionsCompleted / 10)
          expect(sessionsRemaining).toBeGreaterThanOrEqual(1)
          expect((sessionsCompleted + sessionsRemaining) % 10).toBe(0)
          expect(sessionsRemaining).toBeLessThanOrEqual(10)
        }
      }),
    ))

  test('do not depend on the order of the rows', () =>
    fc.assert(
      fc.property(events, fc.func(fc.nat()), (happened, key) => {
        const ledger = happened.reduce<LedgerRow[]>(after, [])
        const shuffled = [...ledger].sort((a, b) => key(a.id) - key(b.id))
        expect(countersOf(shuffled)).toEqual(countersOf(ledger))
      }),
    ))

  test('a session and its counter entry leave nothing behind', () =>
    fc.assert(
      fc.property(events, (happened) => {
        const ledger = happened.reduce<LedgerRow[]>(after, [])
        const id = ledger.length + 1
        const undone = [
          ...ledger,
          { id, wasFreebieSession: false, reversesId: null },
          { id: id + 1, wasFreebieSession: false, reversesId: id },
        ]
        expect(countersOf(undone)).toEqual(countersOf(ledger))
      }),
    ))

  test('without refunds every free session taken is one used, and never more than a tenth', () =>
    fc.assert(
      fc.property(events, (happened) => {
        const ledger = happened
          .filter(({ what }) => what !== 'refund')
          .reduce<LedgerRow[]>(after, [])
        expect(countersOf(ledger).freeSessionsUsed).toBe(
          standing(ledger).filter((row) => row.wasFreebieSession).length,
        )
      }),
    ))

  test.each([
    [0, 10, 0],
    [1, 9, 0],
    [9, 1, 0],
    [10, 10, 1],
    [11, 9, 1],
    [20, 10, 2],
    [25, 5, 2],
  ])('%i sessions: %i to go, %i free', (count, sessionsRemaining, freeSessionsEarned) => {
    const ledger = Array.from({ length: count }, (_, index) => ({
      id: index,
      wasFreebieSession: false,
      reversesId: null,
    }))
    expect(countersOf(ledger)).toEqual({
      sessionsCompleted: count,
      sessionsRemaining,
      freeSessionsEarned,
      freeSessionsUsed: 0,
    })
  })
})

test('earnings are the sum of all awards, paid out or not, minus reversals', () => {
  const row = fc.record({
    status: fc.constantFrom(...REWARD_STATES),
    amountSen: fc.constantFrom(10_000, -10_000, 5_000),
  })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(earningsOf(rows)).toBe(
        rows.reduce(
          (sum, { status, amountSen }) =>
            ['awarded', 'paid'].includes(status) ? sum + amountSen : sum,
          0,
        ),
      )
    }),
  )
  expect(
    earningsOf([
      { status: 'paid', amountSen: 10_000 },
      { status: 'awarded', amountSen: 10_000 },
      { status: 'awarded', amountSen: -10_000 },
      { status: 'held', amountSen: 10_000 },
    ]),
  ).toBe(10_000)
})

test.each([
  [null, false, 'wait'],
  ['2026-12-01T00:00:00Z', false, 'awarded'],
  ['2026-12-01T00:00:01Z', false, 'wait'],
  ['2026-12-01T00:00:00Z', true, 'held'],
  ['2026-12-01T00:00:01Z', true, 'wait'],
  ['2027-01-01T00:00:00Z', false, 'wait'],
])('a reward completed %s, same person %s, becomes %s', (completedAt, samePerson, decision) => {
  expect(
    rewardDecision(
      { completedAt: completedAt === null ? null : new Date(completedAt), samePerson },
      new Date('2026-12-08T00:00:00Z'),
    ),
  ).toBe(decision)
})

test('a free session is one hour of the package or a cheaper one', () => {
  expect(isFreeSessionChoice({ hourly: 9900, duration: 'hourly', hours: 1 }, 9900)).toBe(true)
  expect(isFreeSessionChoice({ hourly: 9800, duration: 'hourly', hours: 1 }, 9900)).toBe(true)
  expect(isFreeSessionChoice({ hourly: 9901, duration: 'hourly', hours: 1 }, 9900)).toBe(false)
  for (const duration of ['half-day', 'full-day', 'weekly'])
    expect(isFreeSessionChoice({ hourly: 100, duration, hours: 1 }, 9900)).toBe(false)
  expect(isFreeSessionChoice({ hourly: 100, duration: 'hourly', hours: 2 }, 9900)).toBe(false)
})

describe('one person', () => {
  const person = (customerEmail: string, customerPhone: string | null = null) => ({
    customerEmail,
    customerPhone,
  })
  test.each(['+60 12-345 6789', '0060123456789', '012 345 6789', '60123456789', '٠١٢٣٤٥٦٧٨٩'])(
    'is who has the number %s',
    (phone) =>
      expect(
        isSamePerson(person('a@example.com', phone), person('b@example.com', '012-3456789')),
      ).toBe(true),
  )

  test.each([null, 'none', '+60 13-345 6789'])('is not who has %s', (phone) => {
    expect(
      isSamePerson(person('a@example.com', phone), person('b@example.com', phone && '012-3456789')),
    ).toBe(false)
    expect(isSamePerson(person('a+x@example.com', phone), person('a@example.com'))).toBe(true)
  })
})

test('codes have no letters that are mixed up when read aloud, and are read as people type them', () => {
  expect(CODE_LETTERS).not.toMatch(/[01258OILZSB]/)
  expect(new Set(CODE_LETTERS).size).toBe(CODE_LETTERS.length)
  expect(plainCode(' acde-fgh j ')).toBe('ACDEFGHJ')
})
