import { isPoisonedNow, tally } from './tried'
import type { Plan } from './operation'
import { send, summary } from './send'
import type { World } from './world'

/** All jobs that are due, as a cron service runs them. */
export async function runJobs(world: World, plan: Plan = {}): Promise<string> {
  const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` }
  if (isPoisonedNow()) tally(world, 'a sweep beside a poisoned payment')
  return summary(await send(world, 'tick', { headers }, plan))
}
