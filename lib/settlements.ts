import 'server-only'
import { bookingSettlements } from './bookings/settlements'
import { orderSettlements } from '@/lib/orders/settle'
import type { Settlements } from './payments/settlement'

/**
 * The settlements of every purpose of a payment: for callers that do not know what was paid for
 * (webhook, payment pages, jobs, administrators' payment actions).
 */
export const settlements = { ...bookingSettlements, ...orderSettlements } satisfies Settlements
