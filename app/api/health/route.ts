import { adminOfToken, adminTokenOf } from '@/lib/auth/queries'
import { finishedPages } from '@/lib/cache/prerendered'
import { health } from '@/lib/jobs/health'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    async handle({ request }) {
      const state = await health()
      if (state.status !== 'ok') return json(state, 503)
      // Not `seesAdmin`, which queries the database before it is known to be available.
      const admin = await adminOfToken(adminTokenOf(request))
      return json(admin ? { ...state, pages: finishedPages()?.state() } : state)
    },
  }),
})
