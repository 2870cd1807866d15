import * as z from 'zod/mini'
import { method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'
import { uploadedPicture } from '@/lib/uploads/storage'
import { UPLOAD_NAME } from '@/lib/uploads/rules'

// Its name is a hash of its bytes, so it may be cached for ever. Its policy is in next.config.mjs.
const HEADERS = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    params: z.object({ name: z.string().check(z.regex(UPLOAD_NAME)) }),
    async handle({ params }) {
      const picture = await uploadedPicture(params.name)
      if (!picture) throw new Problem('not_found')
      const disposition = `inline; filename="${params.name}"`
      return new Response(new Uint8Array(picture), {
        headers: { ...HEADERS, 'Content-Disposition': disposition },
      })
    },
  }),
})
