import 'server-only'
import { bookingSettlements } from './bookings/settlements'
import { orderSettlements } from '@/lib/orders/settle'
import type { Settlements } from './payments/settlement'

/** For callers that do not know what was paid for: webhook, payment pages, jobs, payment actions. */
export const settlements = { ...bookingSettlements, ...orderSettlements } satisfies Settlements
