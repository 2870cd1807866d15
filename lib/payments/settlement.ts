import type { Tx } from '@/lib/db'
import type { ReceiptSubject } from '@/lib/receipts/issue'
import type { TakeBack } from './reconcile'
import type { Received, Settled } from './rules'

/**
 * What a payment is for, by the kind of its sale. Money that arrived without a payment of ours has no
 * purpose until an administrator links it.
 */
const PURPOSES = { session: 'booking', upgrade: 'upgrade', edit: 'order' } as const
export type Purpose = (typeof PURPOSES)[keyof typeof PURPOSES]

export function purposeOf({ kind }: { kind: string }): Purpose {
  const purpose = PURPOSES[kind as keyof typeof PURPOSES] as Purpose | undefined
  if (!purpose) throw new Error(`Nothing is paid for a sale of kind ${kind}`)
  return purpose
}

/** The payment to be settled, as its row is under the lock. */
export type SettledPayment = { id: number; bookingId: number | null; orderId: number | null }

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
  /** Money arrived: confirms the purchase, or returns why the money is refunded. */
  settle(
    tx: Tx,
    payment: SettledPayment,
    facts: { received: Received; now: Date },
  ): Promise<Settled>
  /** The money is refunded in full, due for refund, or charged back: reverses what it earned. */
  takeBack(tx: Tx, payment: SettledPayment, why: TakeBack): Promise<void>
  /** The money counts (settled, linked, or a dispute was won): adds what it earns. */
  earn(tx: Tx, payment: SettledPayment): Promise<void>
  /** Recomputes the sums that include this money. */
  recount(tx: Tx, payment: SettledPayment): Promise<void>
  /** Tells whom it concerns what has become of the purchase and its money, if that is news. */
  tell(tx: Tx, payment: SettledPayment): Promise<void>
  /** What the payment has paid for, for its receipt; called once it is settled. */
  sold(tx: Tx, payment: SettledPayment): Promise<ReceiptSubject>
  /**
   * An administrator links unmatched money to the booking or order that `payment` names: marks it
   * as paid, or throws invalid_request when it does not fit. What it earns is added afterwards.
   */
  link(tx: Tx, payment: SettledPayment, now: Date): Promise<void>
  /** Locks a booking or an order with its payments, and says what it owes; null for none. */
  owing(tx: Tx, about: About): Promise<Owing | null>
  /**
   * Money came for what is over and locked: it waits for its payment again, where the customer can still
   * have it; false otherwise. `evenLate`: also where its time has passed.
   */
  resume(tx: Tx, about: About, when: { now: Date; evenLate: boolean }): Promise<boolean>
  /**
   * The studio received money for it, which is a payment by now: confirms what owes nothing any more,
   * or keeps it. Returns what is still owed, in sen. The caller holds its locks.
   */
  received(tx: Tx, about: About, now: Date): Promise<number>
}

/** What a booking or an order still owes, under its locks. */
export type Owing = {
  sale: { id: number; kind: string; bookingId: number | null; orderId: number | null }
  owedSen: number
  /** It was cancelled or refunded: nothing is received for it any more. */
  isOver: boolean
  updatedAt: Date
}

type About = { bookingId: number | null; orderId: number | null }

export type Settlements = Partial<Record<Purpose, Settlement>>

/** The settlement of a purpose. Throws when the caller did not pass it in. */
export function settlementFor(settlements: Settlements, purpose: string): Settlement {
  const settlement = settlements[purpose as Purpose]
  if (!settlement) throw new Error(`No settlement was handed in for a payment for ${purpose}`)
  return settlement
}
