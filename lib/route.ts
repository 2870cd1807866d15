import 'server-only'
import { adminOfToken, adminTokenOf } from '@/lib/auth/queries'
import { routeWith } from '@/lib/http/route'

export { adminChange, adminList, adminRemoval, byId } from '@/lib/http/admin-methods'
export { json, method, noContent, parsed, type Handler, type RouteContext } from '@/lib/http/route'

/** Composed here: the wrapper is in a lower layer than the accounts that it needs. */
export const route = routeWith((request) => adminOfToken(adminTokenOf(request)))
