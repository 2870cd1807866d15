import { changePost, removePost } from '@/lib/content/change'
import { postPatch } from '@/lib/content/schema'
import { adminChange, adminRemoval, byId, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params: byId,
    body: postPatch,
    change: changePost,
    expires: 'blog',
  }),
  DELETE: adminRemoval({ access: 'manager', params: byId, remove: removePost, expires: 'blog' }),
})
