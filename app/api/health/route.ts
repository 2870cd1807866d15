import { adminOfToken, adminTokenOf } from '@/lib/auth/queries'
import { finishedPages } from '@/lib/cache/prerendered'
import { health } from '@/lib/jobs/health'
import { json, method, route } from '@/lib/route'
import * as z from 'zod/mini'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    query: z.object({ live: z.optional(z.string()) }),
    async handle({ request, query }) {
      // Whether the process answers at all: restarting it brings no database back.
      if (query.live !== undefined) return json({ status: 'ok' })
      const state = await health()
      if (state.status !== 'ok') return json(state, 503)
      // Not `sees`, which queries the database before it is known to be available.
      const admin = await adminOfToken(adminTokenOf(request))
      return json(admin ? { ...state, pages: finishedPages()?.state() } : state)
    },
  }),
})
