import { NextResponse, type NextRequest } from 'next/server'
import { meantAddress } from '@/lib/admin/rules'
import { adminCookieName, adminPath } from '@/lib/auth/rules'
import { managePath } from './lib/bookings/paths'
import { isDatabaseAway } from '@/lib/database-errors'
import { env } from '@/lib/env'

// Next loads this file before its first answer, whatever is asked for: what needs the database is
// loaded by the first request that does.
const sessions = () => import('@/lib/auth/queries')
const bookings = () => import('@/lib/bookings/manage')
const orders = () => import('@/lib/orders/queries')

// Only the protected segments and the bookings' and orders' own pages, with and without prefix, and
// everything percent-encoded: /%61dmin is /admin (docs/decisions/020 A2). Next reads this text
// before running it, so the prefix is any short word instead of a list of languages. Public pages
// are excluded: behind middleware a prerendered page served a third of the requests. So are calls,
// however they are spelt: before a middleware runs, Next reads the whole body, up to 10 MB.
export const config = {
  matcher: [
    '/(admin|admin-blog|manage)/:path*',
    '/:locale((?!api)[a-z]{2,3})/(admin|admin-blog|manage)/:path*',
    '/((?!api/|sandbox/).*%.*)',
  ],
  runtime: 'nodejs',
}

/**
 * Answers an admin page without a valid session with a real 307 to the login page, and an unknown
 * /manage/{token} with a real 404, before anything is rendered, because a page's own redirect comes
 * too late for a status. It is not the protection: pages and handlers check the session themselves.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  // A server action answers for itself, and renders no page for a stranger.
  if (request.method === 'POST' && request.headers.has('next-action')) return NextResponse.next()
  const { pathname, search } = request.nextUrl
  const managed = managePath(pathname)
  // An unknown token gets the 404 page with its status: the page itself would notice too late.
  if (managed && !(await isOpen(managed.token)))
    return NextResponse.rewrite(new URL(`/${managed.locale}/manage`, request.url))
  const wanted = adminPath(pathname)
  const moved = wanted && meantAddress(wanted, search)
  if (moved) return NextResponse.redirect(new URL(moved, request.url), 308)
  if (!wanted || (await isAdmin(request))) return NextResponse.next()
  const login = new URL(`${wanted.prefix}/admin/login`, request.url)
  login.searchParams.set('next', wanted.plain + search)
  return NextResponse.redirect(login, 307)
}

const isAdmin = (request: NextRequest): Promise<boolean> => {
  const name = adminCookieName(env().SITE_URL.startsWith('https://'))
  return unlessAway(async () => {
    const { adminOfToken } = await sessions()
    return (await adminOfToken(request.cookies.get(name)?.value ?? null)) !== null
  })
}

const isOpen = (token: string): Promise<boolean> =>
  unlessAway(
    async () =>
      (await (await bookings()).opensBooking(token)) || (await (await orders()).opensOrder(token)),
  )

async function unlessAway(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask()
  } catch (error) {
    // Not a refusal: the page checks again and shows its own error, instead of redirecting a
    // signed-in owner to the login.
    if (isDatabaseAway(error)) return true
    throw error
  }
}
