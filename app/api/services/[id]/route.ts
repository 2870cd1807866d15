import { changeService, removeService } from '@/lib/catalog/change'
import { changesRates } from '@/lib/catalog/queries'
import { serviceBody } from '@/lib/catalog/schema'
import { adminChange, adminRemoval, byId, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'owner',
    params: byId,
    body: serviceBody,
    change: changeService,
    proof: ({ params, body }) => changesRates(params.id, body),
    expires: 'services',
  }),
  DELETE: adminRemoval({
    access: 'owner',
    params: byId,
    remove: removeService,
    expires: 'services',
  }),
})
