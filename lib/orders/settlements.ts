import 'server-only'
import type { Settlements } from '@/lib/payments/settlement'
import { orderSettlement } from './settle'

/** What the money of video editing orders does. */
export const orderSettlements = { order: orderSettlement } satisfies Settlements
