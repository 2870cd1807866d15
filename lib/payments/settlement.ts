import type { Opening } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import type { Sold } from '@/lib/receipts/issue'
import type { TakeBack } from './reconcile'
import type { Received, Settled } from './rules'

/** What a payment is for. Money that came without us has no purpose until the admin links it. */
export type Purpose = 'booking' | 'upgrade' | 'order'

/** The payment that a settlement acts for, as its row says under the lock. */
export type SettledPayment = { id: number; bookingId: number | null; orderId: number | null }

/** Another free start, in the studio's time: date yyyy-mm-dd, time HH:MM. */
export type Alternative = { date: string; time: string }

/**
 * What a purpose does with its money. The gateway knows purposes only by this: the caller hands the
 * settlements in. Each function that takes `tx` runs in the transaction that writes the payment's
 * row, and may be called again: what has been done already must change nothing.
 */
export type Settlement = {
  /** Takes the locks that come before the payment's row, the room's first. */
  lock(tx: Tx, payment: SettledPayment): Promise<void>
  /** What the payment is for is over, so that an intent of it that is still open must be closed. */
  isOver(payment: SettledPayment): Promise<boolean>
  /**
   * Outside of and before the transaction in which money that came is settled: closes what stands
   * in its way and whose own payment is over. `settlements` are the caller's, for those payments.
   */
  makeRoom?(settlements: Settlements, payment: SettledPayment): Promise<void>
  /** Money came: confirms what was bought, with its mails, or says why the money goes back. */
  settle(
    tx: Tx,
    payment: SettledPayment,
    facts: { received: Received; opening: Opening; now: Date },
  ): Promise<Settled>
  /** The money went back in full, should have, or was charged back: takes back what it had earned. */
  takeBack(tx: Tx, payment: SettledPayment, why: TakeBack): Promise<void>
  /** The money counts (settled, linked, or a dispute was won): gives what it earns. */
  earn(tx: Tx, payment: SettledPayment): Promise<void>
  /** Brings sums that count this money up to date. */
  recount(tx: Tx, payment: SettledPayment): Promise<void>
  /**
   * Queues what the customer and the studio are told when all of the money is back. `reason`: late,
   * cancelled, duplicate, owner_refund or another that the payment had; null when the studio gave
   * it back in Stripe's dashboard.
   */
  queueRefunded(
    tx: Tx,
    payment: SettledPayment & { reason: string | null },
    alternatives: readonly Alternative[],
  ): Promise<void>
  /** What the payment has paid for, for its receipt; asked once it has been settled. */
  sold(tx: Tx, payment: SettledPayment): Promise<Sold>
  /**
   * Queues the mail with a credit note. `isTold`: the customer is told of the same refund by
   * `queueRefunded`, whose mail takes the note along.
   */
  queueCreditNote(
    tx: Tx,
    payment: SettledPayment & { documentId: number; isTold: boolean },
  ): Promise<void>
  /** Other times for that mail; read before the transaction. Absent: none are offered. */
  alternatives?(payment: SettledPayment): Promise<Alternative[]>
  /**
   * The admin says that unmatched money was for the booking or order that `payment` names: makes it
   * paid, or throws invalid_request where it does not fit. What it earns is given afterwards.
   */
  link(tx: Tx, payment: SettledPayment, facts: { opening: Opening; now: Date }): Promise<void>
}

export type Settlements = Partial<Record<Purpose, Settlement>>

/** The settlement of a purpose. Throws when the caller did not hand it in. */
export function settlementFor(settlements: Settlements, purpose: string): Settlement {
  const settlement = settlements[purpose as Purpose]
  if (!settlement) throw new Error(`No settlement was handed in for a payment for ${purpose}`)
  return settlement
}
