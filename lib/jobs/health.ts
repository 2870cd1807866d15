import 'server-only'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { logFailure } from '@/lib/outage'
import { IS_READ_ONLY } from '@/lib/pool'
import { currentRelease } from '@/lib/release'

type Health = {
  status: 'ok' | 'down'
  database: 'ok' | 'read_only' | 'down'
  payments: 'stripe' | 'sandbox' | 'off'
  version: string
  commit: string | null
}

const PATIENCE_MS = 3_000
const TOO_LATE = Object.assign(new Error('The database is silent'), { code: 'ETIMEDOUT' })
const READ_ONLY = Object.assign(new Error('The database only reads'), { code: '25006' })

/** Asks the database, for 3 s at most (GET /api/health). Never throws. */
export async function health(): Promise<Health> {
  const { payments } = env()
  const { version, commit } = currentRelease()
  const database = await databaseState()
  return { status: database === 'ok' ? 'ok' : 'down', database, payments, version, commit }
}

async function databaseState(): Promise<Health['database']> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>(
    (_, fail) => (timer = setTimeout(() => fail(TOO_LATE), PATIENCE_MS)),
  )
  try {
    const asked = db().$queryRawUnsafe<{ is: string }[]>(IS_READ_ONLY)
    const [row] = await Promise.race([asked, patience])
    if (row?.is !== 'on') return 'ok'
    logFailure({}, 'health', READ_ONLY)
    return 'read_only'
  } catch (error) {
    logFailure({}, 'health', error)
    return 'down'
  } finally {
    clearTimeout(timer)
  }
}
