import { json, method, route } from '@/lib/route'
import { readUpload } from '@/lib/http/request'
import { storePicture } from '@/lib/uploads/store-picture'
import { keepUpload } from '@/lib/uploads/keep'
import { soundKind, UPLOAD_LIMIT } from '@/lib/uploads/rules'

/** One picture or sound as multipart form data, field `file` (docs/decisions/020 G9). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    limit: { name: 'uploads', max: 60, seconds: 600 },
    async handle({ request, admin }) {
      const bytes = await readUpload(request, UPLOAD_LIMIT)
      const kind = soundKind(bytes)
      const actor = admin.username
      // A sound is stored as it is, with what it says about itself.
      const kept = kind
        ? await keepUpload({ data: bytes, ending: kind, actor, about: {} })
        : await storePicture({ bytes, actor })
      return json(kept, 201)
    },
  }),
})
