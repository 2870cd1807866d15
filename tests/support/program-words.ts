// The words by which the program names kinds and states: every union whose members somebody
// reads, but roles, which people have as usernames.
import { WARNINGS } from '@/lib/availability/by-hand'
import { DURATIONS } from '@/lib/availability/rules'
import { ARRIVALS, BOOKING_STATUSES } from '@/lib/bookings/status'
import { SERVICE_STATES } from '@/lib/catalog/rules'
import { MAIL_STATES } from '@/lib/mail/rules'
import { MEMBER_STATUSES, REWARD_STATES } from '@/lib/memberships/rules'
import { BOOKING_SAYS } from '@/lib/notices/rules'
import { ORDER_STATUSES } from '@/lib/orders/rules'
import { PAYMENT_OUTCOMES, PAYMENT_REASONS } from '@/lib/payments/rules'
import { STUDIO_METHODS } from '@/lib/sales/money'

export const AUDITED_WORDS: readonly string[] = [
  ...new Set<string>([
    ...[...WARNINGS, ...DURATIONS, ...ARRIVALS, ...BOOKING_STATUSES, ...SERVICE_STATES],
    ...[...MAIL_STATES, ...MEMBER_STATUSES, ...REWARD_STATES, ...BOOKING_SAYS, ...ORDER_STATUSES],
    ...[...PAYMENT_OUTCOMES, ...PAYMENT_REASONS, ...STUDIO_METHODS],
    ...['none', 'null', 'undefined'],
  ]),
]
