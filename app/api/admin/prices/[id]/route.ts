import { changePriceSet, removePriceSet } from '@/lib/catalog/prices'
import { priceSetBody } from '@/lib/catalog/schema'
import { adminChange, adminRemoval, byId, route } from '@/lib/route'

/** Until it holds (docs/decisions/050). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'owner',
    proof: true,
    params: byId,
    body: priceSetBody,
    change: changePriceSet,
    expires: 'services',
  }),
  DELETE: adminRemoval({
    access: 'owner',
    proof: true,
    params: byId,
    remove: removePriceSet,
    expires: 'services',
  }),
})
