import { listPublishedPosts } from '@/lib/content/queries'
import { addPost } from '@/lib/content/change'
import { postBody } from '@/lib/content/schema'
import { expireContent } from '@/lib/cache/expire'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'public', handle: async () => json(await listPublishedPosts()) }),
  POST: method({
    access: 'manager',
    once: 'posts',
    body: postBody,
    async handle({ body, admin }) {
      const post = await addPost({ body, actor: admin.username, now: new Date() })
      expireContent('blog')
      return json(post, 201)
    },
  }),
})
