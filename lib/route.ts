import 'server-only'
import { adminOfToken, adminTokenOf } from '@/lib/auth/queries'
import { routeWith } from '@/lib/http/route'

export { adminChange, adminList, adminRemoval, byId } from '@/lib/http/admin-methods'
export { json, method, noContent, parsed, type Handler, type RouteContext } from '@/lib/http/route'

/**
 * Makes the handlers of a route from what its methods declare (lib/http/route.ts). Put together
 * here, because the wrapper stands below the accounts that it asks.
 */
export const route = routeWith((request) => adminOfToken(adminTokenOf(request)))
