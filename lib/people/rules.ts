/**
 * How long what is kept, as the privacy notice says (`legal.privacy.sections.kept`). What is younger
 * than a day, such as idempotency keys and rate limits, is in lib/people/forget.ts.
 */
export const KEPT = {
  /**
   * Bookings, orders, payments and receipts, since the session, the order or the document; the
   * ledger of a membership.
   */
  accountYears: 7,
  /** Messages from the contact form. */
  messageMonths: 24,
  /** Address and contents of a mail; that it was sent stays as long as what it was about. */
  mailDays: 90,
  /** Name, email and phone of a membership after it was ended. */
  endedMembershipDays: 30,
  /** Holds and orders that ended without payment, and sign-in codes. */
  unpaidDays: 7,
} as const

/** What stands in place of a person's name where a row has to stay. */
export const ERASED_NAME = '—'

/** What stands in the unique columns of a membership whose person was taken out. */
export const erasedEmail = (id: number): string => `erased-${id}`

/** True for a membership whose person was taken out. */
export const isErased = ({ id, customerEmail }: { id: number; customerEmail: string }): boolean =>
  customerEmail === erasedEmail(id)
