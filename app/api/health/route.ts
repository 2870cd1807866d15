import { json, method, route } from '@/lib/http'
import { health } from '@/lib/health'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'public',
    async handle() {
      const state = await health()
      return json(state, state.status === 'ok' ? 200 : 503)
    },
  }),
})
