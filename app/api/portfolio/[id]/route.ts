import { changeItem, removeItem } from '@/lib/content/change'
import { portfolioPatch } from '@/lib/content/schema'
import { adminChange, adminRemoval, byId, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params: byId,
    body: portfolioPatch,
    change: changeItem,
    expires: 'portfolio',
  }),
  DELETE: adminRemoval({
    access: 'manager',
    params: byId,
    remove: removeItem,
    expires: 'portfolio',
  }),
})
