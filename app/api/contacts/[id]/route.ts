import { archiveContact } from '@/lib/contacts/threads'
import { archiveBody } from '@/lib/contacts/schema'
import { adminChange, byId, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params: byId,
    body: archiveBody,
    change: ({ body, ...call }) => archiveContact({ ...call, ...body }),
  }),
})
