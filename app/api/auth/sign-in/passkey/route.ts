import { browserOf, originOf, setAdminCookie, setBrowserCookie } from '@/lib/auth/browser'
import { signInByPasskey } from '@/lib/auth/passkey-sign-in'
import { adminTokenOf } from '@/lib/auth/queries'
import { passkeySignInShape } from '@/lib/auth/schema'
import { signOut } from '@/lib/auth/sessions'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    body: passkeySignInShape,
    async handle({ request, body: { passkey, trusted = false }, address }) {
      const browser = browserOf(request)
      const origin = originOf(request, address)
      const signedIn = await signInByPasskey({ passkey, trusted, address, browser, origin })
      const previous = adminTokenOf(request)
      if (previous) await signOut(previous)
      const response = json({ username: signedIn.username })
      setAdminCookie(response, signedIn.token, trusted)
      if (browser !== null) setBrowserCookie(response, browser)
      return response
    },
  }),
})
