import 'server-only'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { errorFields, log } from '@/lib/log'
import { currentRelease } from '@/lib/release'

type Health = {
  status: 'ok' | 'down'
  database: 'ok' | 'down'
  payments: 'stripe' | 'sandbox' | 'off'
  version: string
  commit: string | null
}

const PATIENCE_MS = 3_000

/**
 * Whether this instance can serve (GET /api/health): queries the database with a timeout of 3 s.
 * Never throws.
 */
export async function health(): Promise<Health> {
  const { payments } = env()
  const { version, commit } = currentRelease()
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>(
    (_, fail) => (timer = setTimeout(() => fail(new Error('timeout')), PATIENCE_MS)),
  )
  try {
    await Promise.race([db().$queryRaw`SELECT 1`, patience])
    return { status: 'ok', database: 'ok', payments, version, commit }
  } catch (error) {
    log.warn(errorFields(error), 'database away')
    return { status: 'down', database: 'down', payments, version, commit }
  } finally {
    clearTimeout(timer)
  }
}
