/**
 * How long personal data is kept, as stated in the privacy notice (`legal.privacy.sections.kept`).
 * Shorter periods than a day, as for idempotency keys and rate limits, are in lib/people/forget.ts.
 */
export const KEPT = {
  /**
   * Bookings, orders, payments and receipts, from the session, the order or the document; the
   * ledger of a membership.
   */
  accountYears: 7,
  /** Messages from the contact form. */
  messageMonths: 24,
  /** Address and content of a mail; that it was sent is kept as long as its subject. */
  mailDays: 90,
  /** Name, email and phone of a membership, from its end. */
  endedMembershipDays: 30,
  /** Holds and orders that ended without payment, and sign-in codes. */
  unpaidDays: 7,
} as const

/** Replaces a person's name where a row has to stay. */
export const ERASED_NAME = '—'

/** The values of the unique columns of an erased membership. */
export const erasedEmail = (id: number): string => `erased-${id}`

/** True for an erased membership. */
export const isErased = ({ id, customerEmail }: { id: number; customerEmail: string }): boolean =>
  customerEmail === erasedEmail(id)
