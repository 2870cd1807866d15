import fc from 'fast-check'
import type { StripeFacts } from '@/lib/payments/facts'
import { needsSettlement, reconcile, type PaymentState } from '@/lib/payments/reconcile'
import type { Settled } from '@/lib/payments/rules'

const NEW: PaymentState = {
  status: 'requires_payment_method',
  outcome: null,
  reason: null,
  refundReason: null,
  receivedSen: null,
  currency: 'myr',
  refundedSen: 0,
  returnedSen: 0,
  refundStatus: null,
  failedRefunds: null,
  stripeRefundId: null,
  disputeStatus: null,
  disputed: false,
  disputeAnswered: false,
  disputedSen: 0,
  lostSen: 0,
  cardFingerprint: null,
  method: null,
  handled: false,
}
const SUM = 10_717
const PAID: StripeFacts = {
  status: 'succeeded',
  receivedSen: SUM,
  currency: 'myr',
  card: 'card',
  method: 'card',
  reference: null,
  refunds: [],
  disputes: [],
}
const CONFIRMED: Settled = { outcome: 'confirmed' }
const refund = (status: string, amountSen = SUM, id = 're_1') => ({ id, amountSen, status })
type DisputeFact = StripeFacts['disputes'][number]
const dispute = (status: DisputeFact['status'], amountSen = SUM): DisputeFact => ({
  ...{ id: 'du_1', status, amountSen },
})

/** The row after a reading, settled as `settled` when the purpose is asked, and what followed. */
function read(row: PaymentState, facts: StripeFacts, settled: Settled = CONFIRMED) {
  const result = reconcile(facts, row, needsSettlement(facts, row) ? settled : null)
  return {
    row: { ...row, ...result.row },
    effects: result.effects.map((effect) => ('why' in effect ? effect.why : effect.kind)),
    changed: Object.keys(result.row).length > 0,
  }
}
const after = (...readings: StripeFacts[]) =>
  readings.reduce((row, facts) => read(row, facts).row, NEW)

const STATUS = fc.constantFrom(
  'requires_payment_method',
  'requires_action',
  'processing',
  'canceled',
  'succeeded',
  'unknown',
) as fc.Arbitrary<StripeFacts['status']>
const REFUNDS = fc.array(
  fc.record({
    id: fc.constantFrom('re_1', 're_2', 're_3'),
    amountSen: fc.constantFrom(SUM, 2_000, 1),
    status: fc.constantFrom('pending', 'requires_action', 'succeeded', 'failed', 'canceled'),
  }),
  { maxLength: 3 },
)
const DISPUTES = fc.array(
  fc
    .record({
      status: fc.constantFrom(
        ...(['warning_needs_response', 'warning_closed', 'needs_response'] as const),
        ...(['under_review', 'won', 'lost'] as const),
      ),
      amountSen: fc.constantFrom(SUM, 8_717, 1),
    })
    .map(({ status, amountSen }) => dispute(status, amountSen)),
  { maxLength: 2 },
)
const FACTS: fc.Arbitrary<StripeFacts> = fc
  .record({ status: STATUS, refunds: REFUNDS, disputes: DISPUTES })
  .map(({ status, refunds, disputes }) =>
    status === 'succeeded'
      ? { ...PAID, refunds, disputes }
      : { ...PAID, status, receivedSen: 0, card: null },
  )
const SETTLED: fc.Arbitrary<Settled> = fc.constantFrom(
  CONFIRMED,
  { outcome: 'refund_due', reason: 'late' } as const,
  { outcome: 'refund_due', reason: 'duplicate' } as const,
  { outcome: 'needs_attention', reason: 'amount_mismatch' } as const,
)

describe('for any facts and any history', () => {
  test('the same reading again changes nothing and repeats nothing but the asking for a refund', () => {
    fc.assert(
      fc.property(fc.array(FACTS, { minLength: 1, maxLength: 6 }), SETTLED, (history, settled) => {
        const row = history.reduce((state, facts) => read(state, facts, settled).row, NEW)
        const last = history.at(-1) ?? PAID
        const again = read(row, last, settled)
        expect([again.changed, again.effects.filter((kind) => kind !== 'refund')]).toEqual([
          false,
          [],
        ])
      }),
    )
  })

  test('a succeeded payment is confirmed, refunded, due for refund or shown to the owner, consistent with Stripe', () => {
    fc.assert(
      fc.property(fc.array(FACTS, { minLength: 1, maxLength: 6 }), SETTLED, (history, settled) => {
        const row = history.reduce((state, facts) => read(state, facts, settled).row, NEW)
        const paid = history.filter(({ status }) => status === 'succeeded')
        expect(row.outcome === null).toBe(paid.length === 0)
        expect((row.status === 'succeeded') === (row.outcome !== null)).toBe(true)
        const last = paid.at(-1)
        if (!last) return
        const back = last.refunds
          .filter(({ status }) => status !== 'failed' && status !== 'canceled')
          .reduce((sum, { amountSen }) => sum + amountSen, 0)
        expect(row.refundedSen).toBe(Math.min(back, SUM))
        if (back >= SUM) expect(row.outcome).toBe('refunded')
        expect(row.lostSen + row.disputedSen).toBeLessThanOrEqual(SUM)
        if (row.outcome === 'refunded')
          expect(row.refundedSen + row.lostSen).toBeGreaterThanOrEqual(SUM)
        expect(row.disputed).toBe(
          last.disputes.some(({ status }) => !['won', 'warning_closed'].includes(status)),
        )
      }),
    )
  })

  test('whatever was read before, a dispute and the sums end as the last reading says', () => {
    fc.assert(
      fc.property(
        fc.array(FACTS, { maxLength: 5 }),
        REFUNDS,
        DISPUTES,
        (history, refunds, disputes) => {
          const last = { ...PAID, refunds, disputes }
          const rows = [after(...history, last), after(last)]
          const [some, none] = rows.map((row) => ({
            refunded: row.refundedSen,
            dispute: row.disputeStatus,
            disputed: row.disputed,
            sums: [row.disputedSen, row.lostSen],
            whole: row.refundedSen === SUM && row.outcome === 'refunded',
          }))
          expect(some).toEqual(none)
        },
      ),
    )
  })

  test('what the owner handled is opened again exactly by a change of that money', () => {
    fc.assert(
      fc.property(FACTS, FACTS, SETTLED, (first, second, settled) => {
        const handled = {
          ...read(NEW, { ...first, ...PAID, refunds: first.refunds }, settled).row,
          handled: true,
        }
        const { row } = read(handled, second, settled)
        const seen = (state: PaymentState) =>
          JSON.stringify([
            state.outcome,
            state.reason,
            state.refundedSen,
            state.refundStatus,
            state.disputeStatus,
            state.disputedSen,
            state.lostSen,
          ])
        expect(row.handled).toBe(seen(row) === seen(handled))
      }),
    )
  })
})

describe('a refund reported before the settlement', () => {
  test('of everything: nothing is confirmed and the purpose is not even asked', () => {
    const facts = { ...PAID, refunds: [refund('succeeded')] }
    expect(needsSettlement(facts, NEW)).toBe(false)
    expect(reconcile(facts, NEW, null).row).toMatchObject({
      outcome: 'refunded',
      refundedSen: SUM,
      refundStatus: 'succeeded',
    })
  })

  test('of a part: confirmed, and the part is in the books', () => {
    expect(read(NEW, { ...PAID, refunds: [refund('pending', 2_000)] }).row).toMatchObject({
      outcome: 'confirmed',
      refundedSen: 2_000,
      refundStatus: 'pending',
    })
  })
})

test('money that is settled earns at once, disputed money once the dispute is won', () => {
  expect(read(NEW, PAID, { outcome: 'confirmed' }).effects).toEqual(['earn', 'recount'])
  const disputed = { ...PAID, disputes: [dispute('needs_response')] }
  expect(read(NEW, disputed, { outcome: 'confirmed' }).effects).not.toContain('earn')
  expect(read(NEW, PAID, { outcome: 'refund_due', reason: 'late' }).effects).not.toContain('earn')
})

test('a refund in the dashboard reverses what the money earned when everything is refunded, and once', () => {
  const paid = read(NEW, PAID, { outcome: 'confirmed' })
  const part = read(paid.row, { ...PAID, refunds: [refund('succeeded', 2_000)] })
  expect(part.effects).toEqual(['recount'])
  const facts = { ...PAID, refunds: [refund('succeeded')] }
  const whole = read(part.row, facts)
  expect(whole.effects).toEqual(['refunded', 'recount'])
  expect(read(whole.row, facts).effects).toEqual([])
})

describe('a refund of ours', () => {
  const due = read(NEW, PAID, { outcome: 'refund_due', reason: 'duplicate' })

  test('is asked for, and takes nothing back for a duplicate', () => {
    expect(due.effects).toContain('refund')
    const back = read(due.row, { ...PAID, refunds: [refund('succeeded')] })
    expect(back.row).toMatchObject({ outcome: 'refunded', reason: 'duplicate' })
    expect(back.effects).toEqual(['recount'])
  })

  test.each(['failed', 'canceled'])('that is %s is shown, and is still a duplicate', (status) => {
    const asked = { ...due.row, stripeRefundId: 're_1' }
    const lost = read(asked, { ...PAID, refunds: [refund(status)] })
    expect(lost.row).toMatchObject({
      outcome: 'needs_attention',
      reason: 'refund_failed',
      refundReason: 'duplicate',
    })
    const again = {
      ...lost.row,
      outcome: 'refund_due' as const,
      reason: 'duplicate',
      stripeRefundId: null,
    }
    const facts = { ...PAID, refunds: [refund('succeeded', SUM, 're_2'), refund(status)] }
    expect(read(again, facts).row).toMatchObject({ outcome: 'refunded', reason: 'duplicate' })
    // And one that the owner made in the dashboard instead.
    expect(read(lost.row, facts).row).toMatchObject({ outcome: 'refunded', reason: 'duplicate' })
  })

  test('that Stripe does not list yet is waited for, one that leaves a rest is followed by another', () => {
    const asked = { ...due.row, stripeRefundId: 're_1' }
    expect(read(asked, PAID).effects).toEqual([])
    expect(read(asked, { ...PAID, refunds: [refund('succeeded', 2_000)] }).effects).toContain(
      'refund',
    )
  })
})

test('a refund that is due once a bank took a part is left to the owner, and not asked for', () => {
  const late = read(NEW, PAID, { outcome: 'refund_due', reason: 'late' }).row
  const facts = { ...PAID, disputes: [dispute('lost', 2_000)] }
  const { row, effects } = read(late, facts)
  expect(row).toMatchObject({ outcome: 'needs_attention', refundReason: 'late' })
  expect(effects).not.toContain('refund')
  // Stripe may have taken the request: its answer is waited for.
  expect(read({ ...late, stripeRefundId: 're_1' }, facts).row.outcome).toBe('refund_due')
})

test('less or more than due: the refund is judged by the amount received', () => {
  const mismatch: Settled = { outcome: 'needs_attention', reason: 'amount_mismatch' }
  for (const receivedSen of [SUM - 1, 20_000]) {
    const facts = { ...PAID, receivedSen }
    const row = read(NEW, facts, mismatch).row
    expect(row).toMatchObject({ outcome: 'needs_attention', receivedSen })
    expect(read(row, { ...facts, refunds: [refund('succeeded', receivedSen)] }).row).toMatchObject({
      outcome: 'refunded',
      refundedSen: receivedSen,
    })
  }
})

test('a refund that fails after another was looked after is shown again, and read again it is not news', () => {
  const first = read(after(PAID), { ...PAID, refunds: [refund('failed')] })
  const handled = { ...first.row, handled: true }
  const one = { ...refund('failed'), id: 're_first' }
  expect(read(handled, { ...PAID, refunds: [refund('failed')] }).row.handled).toBe(true)
  const second = read(handled, { ...PAID, refunds: [refund('failed'), one] })
  expect(second.row.handled).toBe(false)
  const counted = { ...handled, failedRefunds: null }
  expect(read(counted, { ...PAID, refunds: [refund('failed'), one] }).row.handled).toBe(true)
})

describe('a dispute', () => {
  const paid = after(PAID)

  test('that is only asked about takes nothing; one that escalates does, once', () => {
    const asked = read(paid, { ...PAID, disputes: [dispute('warning_needs_response')] })
    expect([asked.row.disputeStatus, asked.effects]).toEqual(['inquiry', ['recount']])
    const handled = { ...asked.row, handled: true }
    const escalated = read(handled, { ...PAID, disputes: [dispute('needs_response')] })
    expect([escalated.row.handled, escalated.effects]).toEqual([false, ['disputed']])
    const lost = read(escalated.row, { ...PAID, disputes: [dispute('lost')] })
    expect([lost.row.disputed, lost.effects]).toEqual([true, ['recount']])
  })

  test('of a part is recorded with its sum, and what is lost with what was taken', () => {
    const sums = (...disputes: DisputeFact[]) => {
      const { disputeStatus, disputedSen, lostSen } = read(paid, { ...PAID, disputes }).row
      return [disputeStatus, disputedSen, lostSen]
    }
    expect(sums(dispute('needs_response', 2_000))).toEqual(['chargeback', 2_000, 0])
    expect(sums(dispute('lost', 2_000))).toEqual(['lost', 0, 2_000])
    expect(sums(dispute('won', 2_000))).toEqual(['over', 0, 0])
    expect(sums(dispute('lost', 2_000), dispute('under_review', 500))).toEqual([
      'chargeback',
      500,
      2_000,
    ])
    expect(sums(dispute('lost', 2_000), dispute('warning_needs_response', 500))).toEqual([
      'inquiry',
      500,
      2_000,
    ])
    // Of another rate of exchange.
    expect(sums(dispute('lost', SUM + 5), dispute('needs_response', 5))).toEqual([
      'chargeback',
      0,
      SUM,
    ])
  })

  test('of a second part takes back what the money earned, and is shown again', () => {
    const one = dispute('needs_response', 2_000)
    const handled = { ...read(paid, { ...PAID, disputes: [one] }).row, handled: true }
    const both = read(handled, { ...PAID, disputes: [dispute('needs_response', 8_717), one] })
    expect([both.row.handled, both.effects]).toEqual([false, ['disputed', 'recount']])
  })

  test('of a part leaves the rest counting from the beginning', () => {
    const disputes = [dispute('needs_response', 2_000)]
    expect(read(NEW, { ...PAID, disputes }).effects).toEqual(['disputed', 'earn', 'recount'])
  })

  test('that took what a refund had left: nothing is left to give back', () => {
    const disputes = [dispute('lost', 2_000)]
    const rest = { ...PAID, refunds: [refund('succeeded', 8_717)], disputes }
    const failed: PaymentState = {
      ...after({ ...PAID, disputes }),
      ...{ outcome: 'needs_attention', reason: 'refund_failed', refundReason: 'owner_refund' },
    }
    expect(read(failed, rest).row).toMatchObject({ outcome: 'refunded', reason: 'owner_refund' })
    // By hand: Stripe knows of no refund.
    const byHand: PaymentState = { ...failed, outcome: 'refunded', returnedSen: 8_717 }
    expect(read(byHand, { ...PAID, disputes }).row.outcome).toBe('refunded')
    expect(read(byHand, { ...PAID, disputes: [dispute('won', 2_000)] }).row.outcome).toBe(
      'needs_attention',
    )
    // What stands was paid for, whatever became of it since.
    expect(read(paid, rest).row.outcome).toBe('confirmed')
    expect(read(paid, { ...PAID, disputes: [dispute('lost')] }).row.outcome).toBe('confirmed')
  })

  test('that is won gives again', () => {
    const open = read(paid, { ...PAID, disputes: [dispute('needs_response')] }).row
    const won = read(open, { ...PAID, disputes: [dispute('won')] })
    expect([won.row.disputed, won.effects]).toEqual([false, ['earn', 'recount']])
  })
})

test('an intent that Stripe does not know is canceled; money it once took does not vanish', () => {
  expect(reconcile({ ...PAID, status: 'unknown' }, NEW, null).row).toEqual({ status: 'canceled' })
  expect(reconcile({ ...PAID, status: 'unknown' }, after(PAID), null)).toEqual({
    row: {},
    effects: [],
  })
})
