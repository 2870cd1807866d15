import 'server-only'
import { type NextRequest, NextResponse } from 'next/server'
import type { AdminName } from '@/lib/http/route'
import { setAdminCookie, setBrowserCookie } from './browser'
import { adminOfToken, adminTokenOf } from './queries'
import { sessionAgain, signOut } from './sessions'

type Entered = { token: string; trusted?: boolean; browser: string }

/**
 * Gives the browser its new session, whatever way it was begun in. The one that it had before ends, with
 * the notifications of whoever used this browser then.
 */
export async function enterConsole(
  request: NextRequest,
  response: NextResponse,
  { token, trusted = false, browser }: Entered,
): Promise<NextResponse> {
  const previous = adminTokenOf(request)
  if (previous) await signOut(previous)
  setAdminCookie(response, token, trusted)
  setBrowserCookie(response, browser)
  return response
}

const nothingToSay = (): NextResponse => new NextResponse(null, { status: 204 })

type Again = { token: string; admin: AdminName }

/**
 * The answer to a call that has given the session another token and was not heard: with a new token again,
 * and what `answer` says. Null where this is another call.
 */
export async function withSessionAgain(
  request: NextRequest,
  shown: (before: string) => string,
  answer: (again: Again) => NextResponse | Promise<NextResponse> = nothingToSay,
): Promise<NextResponse | null> {
  const before = adminTokenOf(request)
  const session = before === null ? null : await sessionAgain(shown(before))
  const admin = session && (await adminOfToken(session.token))
  if (!admin) return null
  const response = await answer({ token: session.token, admin })
  // Unless the answer has given it another one.
  if (!response.cookies.getAll().length) setAdminCookie(response, session.token, session.trusted)
  return response
}
