import { NextRequest, NextResponse } from 'next/server'
import { browserOf, setBrowserCookie } from '@/lib/auth/browser'
import { adminTokenOf, memberTokenOf } from '@/lib/auth/queries'
import { adminCookie, memberCookie } from '@/lib/auth/rules'
import { env } from '@/lib/env'
import { requestLocale, setVisitorCookie, visitorOf } from '@/lib/http/request'

process.env.DATABASE_URL = 'postgresql://nobody@localhost/none'

const at = (address: string) => Object.assign(env(), { SITE_URL: address })
const asking = (cookie: string) => new NextRequest('http://inside/', { headers: { cookie } })
const [long, short] = ['t'.repeat(43), 'v'.repeat(22)]
const given = (secure: boolean): string[] => {
  const response = new NextResponse(null)
  setVisitorCookie(response, short)
  setBrowserCookie(response, long)
  response.cookies.set(adminCookie(secure, long))
  response.cookies.set(memberCookie(secure, long))
  return response.headers.getSetCookie()
}
/** What is read from a request whose cookies have this prefix. */
const read = (prefix: string) => {
  const cookies = {
    session: long,
    member: long,
    browser: long,
    visitor: short,
    language: 'ms',
  }
  const request = asking(
    Object.entries(cookies)
      .map(([name, value]) => `${prefix}${name}=${value}`)
      .join('; '),
  )
  return {
    session: adminTokenOf(request),
    member: memberTokenOf(request),
    browser: browserOf(request),
    visitor: visitorOf(request).token,
    language: requestLocale(request),
  }
}
const ALL = { session: long, member: long, browser: long, visitor: short, language: 'ms' }
const NONE = { session: null, member: null, browser: null, visitor: null, language: 'en' }

test('over https every cookie is pinned to this host, and no other host’s is believed', () => {
  at('https://studio.example')
  const cookies = given(true)
  expect(cookies).toHaveLength(4)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-(visitor|browser|session|member)=/)
    expect(cookie).toMatch(/; Path=\/;.*; Secure; HttpOnly; SameSite=lax$/)
    expect(cookie).not.toMatch(/Domain/i)
  }
  expect(read('__Host-')).toEqual(ALL)
  expect(read('')).toEqual(NONE)
})

test('over http, where browsers refuse that prefix, they go without it', () => {
  at('http://localhost:3000')
  for (const cookie of given(false)) expect(cookie).not.toMatch(/__Host-|Secure/)
  expect(read('')).toEqual(ALL)
  expect(read('__Host-')).toEqual(NONE)
})
