import { holdsSlot, type BookingStatus } from '@/lib/bookings/rules'

/** What a change of status does besides itself. */
export type Transition = {
  /** The room: won again under the constraint, given back, or left as it is. */
  slot: 'take' | 'free' | 'keep'
  /**
   * The member's ledger (decision E3): a session is written when it is completed, and taken back
   * when it no longer is.
   */
  session: 'record' | 'reverse' | 'keep'
  mail: 'confirmed' | 'cancelled' | null
}

/**
 * Any status → any status, as the owner may set it (spec point 4, decision C11); null when it is
 * that status already.
 */
export function transition(from: BookingStatus, to: BookingStatus): Transition | null {
  if (from === to) return null
  return {
    slot: holdsSlot(from) === holdsSlot(to) ? 'keep' : holdsSlot(to) ? 'take' : 'free',
    session:
      to === 'completed'
        ? 'record'
        : from === 'completed' || to === 'cancelled'
          ? 'reverse'
          : 'keep',
    // A finished session that is set right is nobody's news.
    mail:
      to === 'confirmed' && from !== 'completed'
        ? 'confirmed'
        : to === 'cancelled' && from === 'confirmed'
          ? 'cancelled'
          : null,
  }
}

// What a spreadsheet takes for the beginning of a formula, also after blanks and in full width.
const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/

/**
 * One field of a CSV file: quoted when it must be, and never a formula. A name like =HYPERLINK(…)
 * would otherwise run in the owner's spreadsheet; an apostrophe in front makes it text.
 */
export function csvField(value: string | number | null): string {
  const text = typeof value === 'number' ? String(value) : (value ?? '')
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180). */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map(csvField).join(',')}\r\n`
