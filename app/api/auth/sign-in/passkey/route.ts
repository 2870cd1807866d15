import { browserOf, originOf } from '@/lib/auth/browser'
import { enterConsole } from '@/lib/auth/enter'
import { signInByPasskey } from '@/lib/auth/passkey-sign-in'
import { passkeySignInShape } from '@/lib/auth/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    body: passkeySignInShape,
    async handle({ request, body: { passkey, trusted = false }, address }) {
      const attempt = { passkey, trusted, address, origin: originOf(request, address) }
      const { username, ...entered } = await signInByPasskey({
        ...attempt,
        browser: browserOf(request),
      })
      return enterConsole(request, json({ username }), { ...entered, trusted })
    },
  }),
})
