import type { Opening } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import type { ReceiptSubject } from '@/lib/receipts/issue'
import type { TakeBack } from './reconcile'
import type { Received, Settled } from './rules'

/**
 * What a payment is for. Money that arrived without a payment of ours has no purpose until an
 * administrator links it.
 */
export type Purpose = 'booking' | 'upgrade' | 'order'

/** The payment to be settled, as its row is under the lock. */
export type SettledPayment = { id: number; bookingId: number | null; orderId: number | null }

/**
 * A note that was issued for a payment. `hasRefundMail`: `queueRefunded` mails the customer about the
 * same refund, with the note attached.
 */
export type IssuedNoteMail = {
  documentId: number
  kind: 'credit_note' | 'debit_note'
  hasRefundMail: boolean
}

/** Another free start time, in the studio's time: date yyyy-mm-dd, time HH:MM. */
export type Alternative = { date: string; time: string }

/**
 * What a purpose does with its payments. The gateway knows purposes only by this type: the caller
 * passes the settlements in. Each function that takes `tx` runs in the transaction that writes the
 * payment's row, and may be called again: repeating it must change nothing.
 */
export type Settlement = {
  /** Takes the locks that come before the payment's row, the room's first. */
  lock(tx: Tx, payment: SettledPayment): Promise<void>
  /** Locks what the payment is for, before its row; false when it can no longer be paid. */
  waitsForPayment(tx: Tx, payment: SettledPayment): Promise<boolean>
  /** What the payment is for is over, so an intent that is still open must be closed. */
  isOver(payment: SettledPayment): Promise<boolean>
  /**
   * Runs outside of and before the transaction that settles a payment: closes expired holds in its
   * way and their payments. `settlements` are the caller's, for those payments.
   */
  releaseExpiredHolds?(settlements: Settlements, payment: SettledPayment): Promise<void>
  /** Money arrived: confirms the purchase, with its mails, or returns why the money is refunded. */
  settle(
    tx: Tx,
    payment: SettledPayment,
    facts: { received: Received; opening: Opening; now: Date },
  ): Promise<Settled>
  /**
   * The money was refunded in full, is due for refund, or was charged back: reverses what it
   * earned.
   */
  takeBack(tx: Tx, payment: SettledPayment, why: TakeBack): Promise<void>
  /** The money counts (settled, linked, or a dispute was won): adds what it earns. */
  earn(tx: Tx, payment: SettledPayment): Promise<void>
  /** Recomputes the sums that include this money. */
  recount(tx: Tx, payment: SettledPayment): Promise<void>
  /**
   * Queues the mails to the customer and the studio when all of the money was refunded. `reason`:
   * late, cancelled, duplicate, owner_refund or another reason of the payment; null when the studio
   * refunded it in Stripe's dashboard. `refundedSen`: what had been refunded of it before.
   */
  queueRefunded(
    tx: Tx,
    payment: SettledPayment & { reason: string | null; refundedSen: number },
    alternatives: readonly Alternative[],
  ): Promise<void>
  /** What the payment has paid for, for its receipt; called once it is settled. */
  sold(tx: Tx, payment: SettledPayment): Promise<ReceiptSubject>
  /** Queues the mail with a credit or debit note. */
  queueNote(tx: Tx, payment: SettledPayment & IssuedNoteMail): Promise<void>
  /** Alternative times for that mail; read before the transaction. Absent: none are offered. */
  alternatives?(payment: SettledPayment): Promise<Alternative[]>
  /**
   * An administrator links unmatched money to the booking or order that `payment` names: marks it
   * as paid, or throws invalid_request when it does not fit. What it earns is added afterwards.
   */
  link(tx: Tx, payment: SettledPayment, facts: { opening: Opening; now: Date }): Promise<void>
}

export type Settlements = Partial<Record<Purpose, Settlement>>

/** The settlement of a purpose. Throws when the caller did not pass it in. */
export function settlementFor(settlements: Settlements, purpose: string): Settlement {
  const settlement = settlements[purpose as Purpose]
  if (!settlement) throw new Error(`No settlement was handed in for a payment for ${purpose}`)
  return settlement
}
