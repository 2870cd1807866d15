import 'server-only'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { errorFields, log } from '@/lib/log'

type Health = {
  status: 'ok' | 'down'
  database: 'ok' | 'down'
  payments: 'stripe' | 'sandbox' | 'off'
  version: string
}

const PATIENCE_MS = 3_000

/**
 * Whether this instance can serve (GET /api/health): queries the database with a timeout of 3 s.
 * Never throws.
 */
export async function health(): Promise<Health> {
  const { payments, npm_package_version, VERCEL_GIT_COMMIT_SHA } = env()
  const version = VERCEL_GIT_COMMIT_SHA?.slice(0, 12) ?? npm_package_version
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>(
    (_, fail) => (timer = setTimeout(() => fail(new Error('timeout')), PATIENCE_MS)),
  )
  try {
    await Promise.race([db().$queryRaw`SELECT 1`, patience])
    return { status: 'ok', database: 'ok', payments, version }
  } catch (error) {
    log.warn(errorFields(error), 'database away')
    return { status: 'down', database: 'down', payments, version }
  } finally {
    clearTimeout(timer)
  }
}
