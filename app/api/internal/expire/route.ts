import { revalidatePath, revalidateTag } from 'next/cache'
import { json, method, route } from '@/lib/http'
import { isServerSecret } from '@/lib/prerendered'
import { Problem } from '@/lib/problem'

/** Throws away all prerendered pages and cached reads. Only our own server calls it, when the build's content is not its own. */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'self',
    async handle({ request }) {
      if (!isServerSecret(request.headers.get('x-studio-secret'))) throw new Problem('not_found')
      revalidatePath('/', 'layout')
      for (const tag of ['services', 'holidays', 'settings', 'blog', 'portfolio']) revalidateTag(tag, { expire: 0 })
      return json({ expired: true })
    },
  }),
})
