import { json, method, route } from '@/lib/route'
import { readUpload } from '@/lib/http/request'
import { storePicture } from '@/lib/uploads/store-picture'
import { storeSound } from '@/lib/uploads/store-sound'
import { soundKind, UPLOAD_LIMIT } from '@/lib/uploads/rules'

/** One picture or sound as multipart form data, field `file` (docs/decisions/020 G9). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'admin',
    limit: { name: 'uploads', max: 60, seconds: 600 },
    async handle({ request, admin }) {
      const bytes = await readUpload(request, UPLOAD_LIMIT)
      const kind = soundKind(bytes)
      const actor = admin.username
      return json(
        await (kind ? storeSound({ bytes, kind, actor }) : storePicture({ bytes, actor })),
        201,
      )
    },
  }),
})
