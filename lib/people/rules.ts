/** As in `legal.privacy.sections.kept`. Periods shorter than a day: lib/people/forget.ts. */
export const KEPT = {
  /** From the session, the order or the document; the ledger of a membership too. */
  accountYears: 7,
  messageMonths: 24,
  /** Address and content of a mail; that it was sent is kept as long as its subject. */
  mailDays: 90,
  /** Name, email and phone of a membership, from its end. */
  endedMembershipDays: 30,
  /** The account to which money is to go back, unless the transfer is recorded before. */
  bankDetailsDays: 60,
  /** Holds and orders that ended without payment, and sign-in codes. */
  unpaidDays: 7,
} as const

/** Replaces a person's name where a row has to stay. */
export const ERASED_NAME = '—'

export const erasedEmail = (id: number): string => `erased-${id}`

export const isErased = ({ id, customerEmail }: { id: number; customerEmail: string }): boolean =>
  customerEmail === erasedEmail(id)
