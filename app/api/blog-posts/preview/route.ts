import { previewBody } from '@/lib/content/schema'
import { json, method, route } from '@/lib/route'
import { renderMarkdown } from '@/lib/content/markdown'

/** The preview of a post's text, by the same renderer as its page. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    body: previewBody,
    handle: async ({ body }) => json({ html: renderMarkdown(body.content) }),
  }),
})
