import * as z from 'zod/mini'
import { method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'
import { uploadedFile } from '@/lib/uploads/storage'
import { rangeOf, UPLOAD_NAME, uploadType } from '@/lib/uploads/rules'

// Its name is a hash of its bytes, so it may be cached for ever. Its policy is in next.config.mjs.
const HEADERS = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    params: z.object({ name: z.string().check(z.regex(UPLOAD_NAME)) }),
    async handle({ request, params: { name } }) {
      const file = await uploadedFile(name)
      if (!file) throw new Problem('not_found')
      const headers = {
        ...HEADERS,
        'Content-Type': uploadType(name),
        'Content-Disposition': `inline; filename="${name}"`,
      }
      // Some browsers play nothing whose parts they cannot ask for.
      const range = rangeOf(request.headers.get('range'), file.length)
      if (range === 'none')
        return new Response(null, {
          status: 416,
          headers: { ...headers, 'Content-Range': `bytes */${file.length}` },
        })
      if (range === null) return new Response(new Uint8Array(file), { headers })
      const { from, to } = range
      return new Response(new Uint8Array(file.subarray(from, to + 1)), {
        status: 206,
        headers: { ...headers, 'Content-Range': `bytes ${from}-${to}/${file.length}` },
      })
    },
  }),
})
