import 'server-only'
import { databaseSentence, isDatabaseAway, isDatabaseBusy } from './database-errors'
import { errorFields, log } from './log'
import { askDatabase } from './pool'

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioOutage?: { since: number; failures: number } | undefined }
const LOOK_MS = 5_000

/** That the database is away is logged once, however much fails for it, and once that it is back. */
export function logFailure(fields: object, message: string, error: unknown): void {
  // What another machine refuses has the same codes as a refused connection to the database.
  const isFetch = (error as Error | null)?.name === 'TypeError'
  if (isFetch || isDatabaseBusy(error) || !isDatabaseAway(error)) {
    log.error({ ...fields, ...errorFields(error) }, message)
    return
  }
  if (holder.studioOutage) {
    holder.studioOutage.failures++
    return
  }
  holder.studioOutage = { since: Date.now(), failures: 1 }
  const { code, sqlState } = errorFields(error)
  log.error({ code, sqlState, hint: databaseSentence(error), at: message }, 'the database is away')
  look(0)
}

/** True from the first failure until the database answers again. */
export const isDatabaseOut = (): boolean => holder.studioOutage !== undefined

/** Over once the database answers and nothing has failed since the look before. */
function look(seen: number): void {
  setTimeout(() => {
    const outage = holder.studioOutage
    if (!outage) return
    const { failures, since } = outage
    void askDatabase().then((state) => {
      if (state !== 'ready' || failures !== seen) return look(failures)
      delete holder.studioOutage
      const seconds = Math.round((Date.now() - since) / 1000)
      log.info({ seconds, failures }, 'the database is back')
    })
  }, LOOK_MS).unref()
}
