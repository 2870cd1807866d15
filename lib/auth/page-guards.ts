import 'server-only'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { cache } from 'react'
import { adminOfToken, type SignedIn } from './queries'
import { adminCookieName } from './rules'
import { env } from '@/lib/env'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { mayAs, type Role } from '@/lib/roles'

/**
 * Null for a visitor. Reads the request: call it inside a Suspense boundary. Read once for each page
 * that is rendered.
 */
export const currentAdmin = cache(async (): Promise<SignedIn | null> =>
  adminOfToken(await currentToken()),
)

export async function currentToken(): Promise<string | null> {
  const name = adminCookieName(env().SITE_URL.startsWith('https://'))
  return (await cookies()).get(name)?.value ?? null
}

/**
 * Who is signed in with at least this role. Else a redirect: to the login page that leads back to
 * `path` (without locale), or to Today for somebody whose role does not reach. Every page of the
 * console calls it before it renders anything: middleware does not protect (docs/decisions/020 A2).
 */
export async function requireRole(path: string, least: Role): Promise<SignedIn> {
  const admin = await currentAdmin()
  if (admin && mayAs(admin.role, least)) return admin
  const locale = toLocale(await rootLocale())
  const login = `${pathIn(locale, '/admin/login')}?next=${encodeURIComponent(pathIn(locale, path))}`
  return redirect(admin ? pathIn(locale, '/admin/today') : login)
}
