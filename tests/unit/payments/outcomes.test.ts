import fc from 'fast-check'
import { bookingOutcome, upgradeOutcome, type BookingState } from '@/lib/bookings/status'
import { orderOutcome } from '@/lib/orders/rules'
import { isFinal } from '@/lib/payments/rules'
import { isInFlight } from '@/lib/sales/money'

const NOW = new Date('2026-12-01T04:00:00Z')
const AHEAD = new Date('2026-12-01T04:00:00.001Z')
const EXACTLY_NOW = new Date(NOW)
const PAST = new Date('2026-12-01T03:59:59.999Z')
/** When the session begins and ends. */
const TIMES = [
  [AHEAD, AHEAD],
  [EXACTLY_NOW, AHEAD],
  [PAST, AHEAD],
  [PAST, EXACTLY_NOW],
  [PAST, PAST],
] as const
const EXPECTED = { amountSen: 10_717, currency: 'myr' }

const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
const REASONS = [null, 'expired', 'released', 'admin', 'customer', ''] as const
const MONEY = [
  ['the right sum', { amountSen: 10_717, currency: 'myr' }, true],
  ['the right sum in capitals', { amountSen: 10_717, currency: 'MYR' }, true],
  ['a sen less', { amountSen: 10_716, currency: 'myr' }, false],
  ['a sen more', { amountSen: 10_718, currency: 'myr' }, false],
  ['nothing', { amountSen: 0, currency: 'myr' }, false],
  ['the sum in another currency', { amountSen: 10_717, currency: 'usd' }, false],
] as const

/** docs/decisions/020 C5, C7, C12 once more, as one table from what happened to what must follow. */
function expected(
  right: boolean,
  { status, cancelReason, alreadyPaid, startsAt, endsAt, holdExpiresAt }: BookingState,
): unknown {
  if (!right) return { outcome: 'needs_attention', reason: 'amount_mismatch' }
  if (alreadyPaid) return { outcome: 'refund_due', reason: 'duplicate' }
  const ended = cancelReason === 'expired' || cancelReason === 'released'
  const table: Record<string, unknown> = {
    pending:
      holdExpiresAt && endsAt.getTime() <= NOW.getTime()
        ? { outcome: 'refund_due', reason: 'late' }
        : { outcome: 'confirmed', action: 'confirm' },
    confirmed: { outcome: 'confirmed', action: 'none' },
    completed: { outcome: 'confirmed', action: 'none' },
    cancelled: !ended
      ? { outcome: 'refund_due', reason: 'cancelled' }
      : startsAt.getTime() > NOW.getTime()
        ? { outcome: 'confirmed', action: 'revive' }
        : { outcome: 'refund_due', reason: 'late' },
  }
  return table[status]
}

describe('what becomes of a succeeded payment', () => {
  const cases = MONEY.flatMap(([money, received, right]) =>
    STATUSES.flatMap((status) =>
      REASONS.flatMap((cancelReason) =>
        [false, true].flatMap((alreadyPaid) =>
          TIMES.flatMap(([startsAt, endsAt]) =>
            [null, PAST, AHEAD].map((holdExpiresAt) => ({
              money,
              received,
              right,
              booking: { status, cancelReason, alreadyPaid, startsAt, endsAt, holdExpiresAt },
            })),
          ),
        ),
      ),
    ),
  )

  test('every combination of sum, status, reason, earlier payment and start', () => {
    expect(cases).toHaveLength(6 * 4 * 6 * 2 * 5 * 3)
    for (const { received, right, booking } of cases)
      expect({ booking, received, ends: bookingOutcome(received, EXPECTED, booking, NOW) }).toEqual(
        {
          booking,
          received,
          ends: expected(right, booking),
        },
      )
  })

  test('every outcome and every reason occurs in the table', () => {
    const seen = new Set(
      cases.map(({ received, booking }) =>
        JSON.stringify(bookingOutcome(received, EXPECTED, booking, NOW)),
      ),
    )
    expect(seen.size).toBe(7)
  })

  test('a wrong sum never confirms and never refunds by itself', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.nat(1_000_000),
        fc.constantFrom('myr', 'usd', 'sgd'),
        fc.constantFrom(...STATUSES),
        fc.boolean(),
        (received, due, currency, status, alreadyPaid) => {
          const booking = {
            ...{ status, cancelReason: null, alreadyPaid },
            ...{ startsAt: AHEAD, endsAt: AHEAD, holdExpiresAt: null },
          }
          const { outcome } = bookingOutcome(
            { amountSen: received, currency },
            { amountSen: due, currency: 'MYR' },
            booking,
            NOW,
          )
          expect(outcome === 'needs_attention').toBe(received !== due || currency !== 'myr')
        },
      ),
    )
  })
})

// Every status of a PaymentIntent, so that one Stripe adds stands out when this list is compared
// with the SDK's type.
const INTENTS = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
]

test('money is on its way, over, or not begun, and never two of these', () => {
  expect(INTENTS.filter(isInFlight)).toEqual([
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
  ])
  expect(INTENTS.filter(isFinal)).toEqual(['canceled', 'succeeded'])
})

describe('a payment for a video editing order', () => {
  const order = (status: string, cancelReason: string | null = null, alreadyPaid = false) => ({
    status,
    cancelReason,
    alreadyPaid,
  })
  const CASES: [state: ReturnType<typeof order>, settlement: object][] = [
    [order('pending'), { outcome: 'confirmed', action: 'accept' }],
    [order('cancelled', 'expired'), { outcome: 'confirmed', action: 'accept' }],
    [order('cancelled', 'replaced'), { outcome: 'confirmed', action: 'accept' }],
    [order('cancelled', 'admin'), { outcome: 'refund_due', reason: 'cancelled' }],
    [order('cancelled'), { outcome: 'refund_due', reason: 'cancelled' }],
    [order('refunded'), { outcome: 'refund_due', reason: 'cancelled' }],
    ...['paid', 'in_progress', 'delivered', 'completed'].flatMap((status) => [
      [order(status), { outcome: 'confirmed', action: 'none' }] as [
        ReturnType<typeof order>,
        object,
      ],
      [order(status, null, true), { outcome: 'refund_due', reason: 'duplicate' }] as [
        ReturnType<typeof order>,
        object,
      ],
    ]),
  ]
  test.each(CASES)('%j ends as %j, and a wrong sum always with the owner', (state, settlement) => {
    expect(orderOutcome(EXPECTED, EXPECTED, state)).toEqual(settlement)
    for (const [, received, right] of MONEY)
      if (!right)
        expect(orderOutcome(received, EXPECTED, state)).toEqual({
          outcome: 'needs_attention',
          reason: 'amount_mismatch',
        })
  })
})

describe('a payment for an upgrade', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const state = {
    status: 'held',
    bookingStatus: 'confirmed',
    isSame: true,
    startsAt: new Date('2026-12-02T00:00:00Z'),
    endsAt: new Date('2026-12-02T01:00:00Z'),
  }
  const due = { amountSen: 718_78, currency: 'myr' }
  const outcome = (change: Partial<typeof state> = {}, received = due) =>
    upgradeOutcome(received, due, { ...state, ...change }, now)

  test.each<[string, Partial<typeof state>, object]>([
    ['in time', {}, { outcome: 'confirmed', action: 'apply' }],
    [
      'in time, though the session has begun meanwhile',
      { startsAt: new Date(0) },
      { outcome: 'confirmed', action: 'apply' },
    ],
    [
      'in time for the bank, though the session is over',
      { startsAt: new Date(0), endsAt: now },
      { outcome: 'refund_due', reason: 'late' },
    ],
    [
      'after its time was given back',
      { status: 'ended' },
      { outcome: 'confirmed', action: 'retake' },
    ],
    [
      'after its time was given back and the session began',
      { status: 'ended', startsAt: now },
      { outcome: 'refund_due', reason: 'late' },
    ],
    [
      'for a booking that was moved or changed',
      { isSame: false },
      { outcome: 'refund_due', reason: 'late' },
    ],
    [
      'for one that was cancelled',
      { bookingStatus: 'cancelled' },
      { outcome: 'refund_due', reason: 'cancelled' },
    ],
    [
      'for one that is over',
      { bookingStatus: 'completed' },
      { outcome: 'refund_due', reason: 'late' },
    ],
    ['a second time', { status: 'applied' }, { outcome: 'refund_due', reason: 'duplicate' }],
  ])('it ends as it should %s', (_when, change, expected) =>
    expect(outcome(change)).toEqual(expected),
  )

  test('of another sum or currency is never believed, however the booking stands', () => {
    for (const received of [
      { ...due, amountSen: 718_77 },
      { ...due, amountSen: 0 },
      { ...due, currency: 'usd' },
    ])
      for (const change of [{}, { status: 'applied' }, { bookingStatus: 'cancelled' }])
        expect(outcome(change, received)).toEqual({
          outcome: 'needs_attention',
          reason: 'amount_mismatch',
        })
    expect(outcome({}, { ...due, currency: 'MYR' })).toMatchObject({ outcome: 'confirmed' })
  })
})
