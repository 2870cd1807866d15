import { storyOfToken } from '@/lib/bookings/manage'
import { manageParams } from '@/lib/bookings/schema'
import { Problem } from '@/lib/problem'
import { method, route } from '@/lib/route'
import { siteUrl } from '@/lib/seo/site-url'
import { site } from '@/lib/settings/queries'
import { drawStory } from './draw'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    // Drawn for every call.
    limit: { name: 'manage-story', max: 20, seconds: 600 },
    params: manageParams,
    async handle({ params }) {
      const story = await storyOfToken(params.token)
      if (!story) throw new Problem('not_found')
      const { name } = await site()
      const image = await drawStory({ ...story, name, host: new URL(siteUrl()).host })
      return new Response(image, {
        headers: {
          'content-type': 'image/png',
          'content-disposition': 'attachment; filename="story.png"',
        },
      })
    },
  }),
})
