import 'server-only'
import { bookingSettlements } from './bookings/settlements'
import { orderSettlements } from '@/lib/orders/settle'
import type { Settlements } from './payments/settlement'

/**
 * Every purpose of a payment: for callers that do not know what was paid for (webhook, payment
 * pages, jobs, the admin's money actions).
 */
export const settlements = { ...bookingSettlements, ...orderSettlements } satisfies Settlements
