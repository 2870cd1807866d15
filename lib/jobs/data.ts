import 'server-only'
import { env } from '@/lib/env'

/** The secret that a cron service must show; null when the tick is switched off (contract). */
export const cronSecret = (): string | null => env().CRON_SECRET ?? null
