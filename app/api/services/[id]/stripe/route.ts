import { changeStripe } from '@/lib/catalog/change'
import { stripeBody } from '@/lib/catalog/schema'
import { adminChange, byId, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'owner',
    params: byId,
    body: stripeBody,
    change: changeStripe,
    expires: 'services',
  }),
})
