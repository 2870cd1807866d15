import { revalidatePath } from 'next/cache'
import * as z from 'zod/mini'
import { CONTENT_TAGS, expireContent } from '@/lib/cache/expire'
import { json, method, route } from '@/lib/route'
import { isServerSecret } from '@/lib/cache/prerendered'
import { Problem } from '@/lib/problem'

/**
 * Discards what is cached under `tags`; without them everything, prerendered pages too. Only our
 * own server calls it.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'self',
    before({ request }) {
      if (!isServerSecret(request.headers.get('x-studio-secret'))) throw new Problem('not_found')
    },
    body: z.object({ tags: z.optional(z.array(z.enum(CONTENT_TAGS))) }),
    async handle({ body }) {
      if (!body.tags) revalidatePath('/', 'layout')
      expireContent(...(body.tags ?? CONTENT_TAGS))
      return json({ expired: true })
    },
  }),
})
