import 'server-only'
import type { Settlements } from '@/lib/payments/settlement'
import { bookingSettlement } from './settle'
import { upgradeSettlement } from './settle-upgrade'

export const bookingSettlements = {
  booking: bookingSettlement,
  upgrade: upgradeSettlement,
} satisfies Settlements
