import 'server-only'
import type { Settlements } from '@/lib/payments/settlement'
import { bookingSettlement } from './settle'
import { upgradeSettlement } from './settle-upgrade'

/** Settlement of the payments for bookings and their upgrades. */
export const bookingSettlements = {
  booking: bookingSettlement,
  upgrade: upgradeSettlement,
} satisfies Settlements
