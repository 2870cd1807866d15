import 'server-only'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { adminOfToken, type SignedIn } from './queries'
import { adminCookieName } from './rules'
import { env } from '@/lib/env'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

/** Null for a visitor. Reads the request: call it inside a Suspense boundary. */
export async function currentAdmin(): Promise<SignedIn | null> {
  return adminOfToken(await currentToken())
}

export async function currentToken(): Promise<string | null> {
  const name = adminCookieName(env().SITE_URL.startsWith('https://'))
  return (await cookies()).get(name)?.value ?? null
}

/**
 * The administrator, or a redirect to the login page that leads back to `path` (without locale).
 * Every admin page calls it before it renders anything: middleware does not protect
 * (docs/decisions/020 A2).
 */
export async function requireAdmin(path: string): Promise<SignedIn> {
  const admin = await currentAdmin()
  if (admin) return admin
  const locale = toLocale(await rootLocale())
  return redirect(
    `${pathIn(locale, '/admin/login')}?next=${encodeURIComponent(pathIn(locale, path))}`,
  )
}
