import { json, method, route } from '@/lib/route'
import { readUpload } from '@/lib/http/request'
import { storePicture } from '@/lib/uploads/store-picture'
import { UPLOAD_LIMIT } from '@/lib/uploads/rules'

/** One picture as multipart form data, field `file` (docs/decisions/020 G9). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'admin',
    limit: { name: 'uploads', max: 60, seconds: 600 },
    async handle({ request, admin }) {
      const bytes = await readUpload(request, UPLOAD_LIMIT)
      return json(await storePicture({ bytes, actor: admin.username }), 201)
    },
  }),
})
