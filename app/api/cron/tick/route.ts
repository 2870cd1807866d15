import { timingSafeEqual } from 'node:crypto'
import { json, method, route, type RouteContext } from '@/lib/route'
import { runDueJobs } from '@/lib/jobs/jobs'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { sha256 } from '@/lib/http/request'

async function tick({ request }: RouteContext): Promise<Response> {
  const secret = env().CRON_SECRET
  // Without a secret the tick is switched off.
  if (!secret) throw new Problem('not_found')
  const given = Buffer.from(sha256(request.headers.get('authorization') ?? ''))
  if (!timingSafeEqual(given, Buffer.from(sha256(`Bearer ${secret}`))))
    throw new Problem('unauthorized')
  return json({ ran: await runDueJobs() })
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'self', handle: tick }),
  POST: method({ access: 'self', handle: tick }),
})
