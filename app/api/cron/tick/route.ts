import { timingSafeEqual } from 'node:crypto'
import { json, method, route, type RouteContext } from '@/lib/http'
import { runDueJobs } from '@/lib/jobs/mutations'
import { cronSecret } from '@/lib/jobs/data'
import { Problem } from '@/lib/problem'
import { sha256 } from '@/lib/request'

async function tick({ request }: RouteContext): Promise<Response> {
  const secret = cronSecret()
  if (!secret) throw new Problem('not_found')
  const given = Buffer.from(sha256(request.headers.get('authorization') ?? ''))
  if (!timingSafeEqual(given, Buffer.from(sha256(`Bearer ${secret}`))))
    throw new Problem('unauthorized')
  return json({ ran: await runDueJobs() })
}

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({ access: 'self', handle: tick }),
  POST: method({ access: 'self', handle: tick }),
})
