import type { Span } from '@/lib/availability/rules'
import { HOUR_MS } from '@/lib/time'
import type { Todo, TodoKind } from './schema'

// Other people's money first, then what has a deadline, then people who wait.
const ORDER: readonly TodoKind[] = [
  ...(['refund_failed', 'disputed', 'open', 'slip', 'dispute_lost'] as const),
  ...(['paid_back', 'unread', 'no_document', 'dispute_answered'] as const),
  ...(['order_late', 'unpaid_over', 'clash', 'order_due', 'message'] as const),
  ...(['mail_failed', 'part_paid', 'unpaid', 'transfer', 'trouble'] as const),
]

/** What is to be done first comes first; within a kind what has waited longest. */
export const inOrder = (todo: readonly Todo[]): Todo[] =>
  [...todo].sort(
    (a, b) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.at ?? '').localeCompare(b.at ?? ''),
  )

/** The whole hours of `open` from `now` on without any of `taken`, joined where they follow each other. */
export function gapsIn(open: Span, taken: readonly Span[], now: Date): Span[] {
  const first = Math.max(open.startsAt.getTime(), Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS)
  const gaps: { startsAt: Date; endsAt: Date }[] = []
  for (let at = first; at + HOUR_MS <= open.endsAt.getTime(); at += HOUR_MS) {
    const isTaken = taken.some(
      ({ startsAt, endsAt }) => startsAt.getTime() < at + HOUR_MS && endsAt.getTime() > at,
    )
    if (isTaken) continue
    const last = gaps.at(-1)
    if (last?.endsAt.getTime() === at) last.endsAt = new Date(at + HOUR_MS)
    else gaps.push({ startsAt: new Date(at), endsAt: new Date(at + HOUR_MS) })
  }
  return gaps
}
