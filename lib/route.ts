import 'server-only'
import { adminOfToken, adminTokenOf, waysOf } from '@/lib/auth/queries'
import { wasReplaced } from '@/lib/auth/sessions'
import { routeWith } from '@/lib/http/route'

export { adminChange, adminList, adminRemoval, byId } from '@/lib/http/admin-methods'
export { json, method, noContent, parsed, type Handler, type RouteContext } from '@/lib/http/route'

/** Composed here: the wrapper is in a lower layer than the accounts that it needs. */
export const route = routeWith({
  adminOf: (request) => adminOfToken(adminTokenOf(request)),
  waysOf,
  wasReplaced: (request) => wasReplaced(adminTokenOf(request)),
})
