import 'server-only'
import type { NextRequest, NextResponse } from 'next/server'
import { setAdminCookie, setBrowserCookie } from './browser'
import { adminTokenOf } from './queries'
import { signOut } from './sessions'

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
