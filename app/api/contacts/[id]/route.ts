import * as z from 'zod/mini'
import { archiveContact } from '@/lib/contacts/mutations'
import { archiveBody } from '@/lib/contacts/schema'
import { json, method, route } from '@/lib/http'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    body: archiveBody,
    handle: async ({ params, body, admin }) =>
      json(
        await archiveContact({
          id: params.id,
          ...body,
          version: body.version,
          actor: admin.username,
          now: new Date(),
        }),
      ),
  }),
})
