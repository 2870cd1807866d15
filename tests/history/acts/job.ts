import { onEverything, type Act } from '../act'
import { runJobs } from '../jobs'
import { passTime } from '../world'

const job = { group: 'job' } as const

export const JOB = {
  tick: onEverything(
    { ...job, carries: true, isClocked: true, promises: 'a job does what is due, once' },
    (world, step) => runJobs(world, step.plan),
  ),

  // A week and a day later everything is cleaned that is to be.
  clean: onEverything(
    { ...job, promises: 'nothing is deleted that somebody may have paid for' },
    async (world, step) => {
      await passTime(world, 8 * 1_440)
      return runJobs(world, step.plan)
    },
  ),
} as const satisfies Record<string, Act>
