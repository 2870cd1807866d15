import { NextResponse } from 'next/server'
import { setAdminCookie } from '@/lib/auth/browser'
import { adminTokenOf } from '@/lib/auth/queries'
import { signOutShape } from '@/lib/auth/schema'
import { signOut, signOutEverywhere } from '@/lib/auth/sessions'
import { method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    // Public: with an expired session the cookie must still be removable.
    access: 'public',
    body: signOutShape,
    async handle({ request, body }) {
      const token = adminTokenOf(request)
      if (body.everywhere) await signOutEverywhere(token)
      else if (token) await signOut(token)
      const response = new NextResponse(null, { status: 204 })
      setAdminCookie(response, null)
      return response
    },
  }),
})
