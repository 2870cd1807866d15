import 'server-only'
import { cookieName } from '@/lib/credentials'
import { randomBytes } from 'node:crypto'
import type { NextRequest, NextResponse } from 'next/server'
import { networkOf } from '@/lib/http/client-address'
import { db, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { sha256 } from '@/lib/http/request'
import { TOKEN } from './queries'
import { deviceOf, type Device } from './device'
import { adminCookie, BROWSER_SECONDS, browserCookie } from './rules'

/** Where a session was begun, so that people can tell their own sessions apart. */
export type Origin = Device & { network: string | null }

/** The device and the network of a request; null for what is unknown. */
export const originOf = (request: NextRequest, address: string): Origin => ({
  ...deviceOf(request.headers.get('user-agent')),
  network: networkOf(address),
})

/** Null without a token of ours. It identifies no person, only the same browser as before. */
export function browserOf(request: NextRequest): string | null {
  const name = cookieName('browser', env().SITE_URL.startsWith('https://'))
  const token = request.cookies.get(name)?.value
  return token && TOKEN.test(token) ? token : null
}

export const newBrowser = (): string => randomBytes(32).toString('base64url')

export function setBrowserCookie(response: NextResponse, token: string): void {
  response.cookies.set(browserCookie(env().SITE_URL.startsWith('https://'), token))
}

export function setAdminCookie(
  response: NextResponse,
  token: string | null,
  trusted = false,
): void {
  response.cookies.set(adminCookie(env().SITE_URL.startsWith('https://'), token, trusted))
}

/** The name of an account where only a hash is kept. */
export const adminAccount = (username: string): string => sha256(`admin:${username}`)
export const memberAccount = (email: string): string => sha256(`member:${email}`)

/** True when this browser has signed in to this account in the last 400 days. */
export async function isKnownBrowser(browser: string | null, account: string): Promise<boolean> {
  if (browser === null) return false
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM known_browsers WHERE browser_hash = ${sha256(browser)} AND account_hash = ${account}
      AND last_seen_at > now() - make_interval(secs => ${BROWSER_SECONDS})`
  return rows.length > 0
}

export async function rememberBrowser(tx: Tx, browser: string, account: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO known_browsers (browser_hash, account_hash) VALUES (${sha256(browser)}, ${account})
    ON CONFLICT (browser_hash, account_hash) DO UPDATE SET last_seen_at = now()`
}

/** Forgets every browser of an account, but the one that is `kept`. */
export async function forgetBrowsers(tx: Tx, account: string, kept: string | null): Promise<void> {
  const browserHash = kept === null ? undefined : { not: sha256(kept) }
  await tx.knownBrowser.deleteMany({
    where: { accountHash: account, ...(browserHash && { browserHash }) },
  })
}
