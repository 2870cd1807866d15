import { NextResponse } from 'next/server'
import { setAdminCookie } from '@/lib/auth/browser'
import { adminTokenOf } from '@/lib/auth/queries'
import { signOutShape } from '@/lib/auth/schema'
import { signOut, signOutEverywhere } from '@/lib/auth/sessions'
import { Problem } from '@/lib/problem'
import { method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    // Public: with an expired session the cookie must still be removable.
    access: 'public',
    body: signOutShape,
    async handle({ request, body }) {
      const token = adminTokenOf(request)
      const response = new NextResponse(null, { status: 204 })
      setAdminCookie(response, null)
      if (body.everywhere && !(await signOutEverywhere(token))) {
        // This browser is signed out all the same, for good.
        const cookie = response.headers.get('set-cookie') ?? ''
        throw new Problem('unauthorized', { headers: { 'Set-Cookie': cookie } })
      }
      if (!body.everywhere && token) await signOut(token)
      return response
    },
  }),
})
