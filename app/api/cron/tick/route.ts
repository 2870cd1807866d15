import { timingSafeEqual } from 'node:crypto'
import { json, method, route, type RouteContext } from '@/lib/route'
import { runDueJobs } from '@/lib/jobs/jobs'
import { CONTENT_TAGS, expireContent } from '@/lib/cache/expire'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { sha256 } from '@/lib/http/request'

/** Seconds that a platform gives the call. */
export const maxDuration = 60
// The last job or mail that was begun still has time to end.
const WORKING_MS = 40_000

async function tick({ request }: RouteContext): Promise<Response> {
  const secret = env().CRON_SECRET
  // Without a secret the tick is switched off.
  if (!secret) throw new Problem('not_found')
  const given = Buffer.from(sha256(request.headers.get('authorization') ?? ''))
  if (!timingSafeEqual(given, Buffer.from(sha256(`Bearer ${secret}`))))
    throw new Problem('unauthorized')
  const ran = await runDueJobs(new Date(Date.now() + WORKING_MS))
  // Our own server watches the database for changed content (lib/cache/content-versions.ts). Where
  // a platform serves the pages nothing does, and a change made in a terminal would never be shown.
  if (env().VERCEL) expireContent(...CONTENT_TAGS)
  return json({ ran })
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'self', handle: tick }),
  POST: method({ access: 'self', handle: tick }),
})
