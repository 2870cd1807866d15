import { storyOfToken } from '@/lib/bookings/manage'
import { manageParams } from '@/lib/bookings/schema'
import { sha256 } from '@/lib/http/request'
import { drawnOnce } from '@/lib/drawn-once'
import { Problem } from '@/lib/problem'
import { method, route } from '@/lib/route'
import { siteUrl } from '@/lib/seo/site-url'
import { site } from '@/lib/settings/queries'
import { drawStory, storyKey } from './draw'

const pictures = drawnOnce<Uint8Array<ArrayBuffer>>({ bytes: 16 * 1024 * 1024, waiting: 20 })

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'manage-story', max: 20, seconds: 600 },
    params: manageParams,
    async handle({ params, request }) {
      const found = await storyOfToken(params.token)
      if (!found) throw new Problem('not_found')
      const { name } = await site()
      const story = { ...found, name, host: new URL(siteUrl()).host }
      const shows = sha256(storyKey(story))
      const headers = { etag: `"${shows.slice(0, 32)}"`, 'cache-control': 'private, no-cache' }
      const known = request.headers.get('if-none-match')?.replace(/^W\//, '')
      if (known === headers.etag) return new Response(null, { status: 304, headers })
      return new Response(await pictures(shows, () => drawStory(story)), {
        headers: {
          ...headers,
          'content-type': 'image/png',
          'content-disposition': 'attachment; filename="story.png"',
        },
      })
    },
  }),
})
