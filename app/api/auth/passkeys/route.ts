import { browserOf } from '@/lib/auth/browser'
import { deviceOf } from '@/lib/auth/device'
import { addPasskey } from '@/lib/auth/passkeys'
import { adminTokenOf } from '@/lib/auth/queries'
import { newPasskeyShape } from '@/lib/auth/schema'
import { Problem } from '@/lib/problem'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    proof: true,
    body: newPasskeyShape,
    async handle({ request, body, admin }) {
      const { browser, system } = deviceOf(request.headers.get('user-agent'))
      const name = body.name || [browser, system].filter(Boolean).join(' · ') || 'Passkey'
      const session = adminTokenOf(request)
      if (!session) throw new Problem('unauthorized')
      const added = { passkey: body.passkey, name, browser: browserOf(request), session }
      return json(await addPasskey(admin, added), 201)
    },
  }),
})
