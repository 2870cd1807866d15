import { browserOf, newBrowser, setBrowserCookie } from '@/lib/auth/browser'
import { optionsForNew } from '@/lib/auth/passkeys'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    proof: true,
    limit: { name: 'passkey-options', max: 60, seconds: 900 },
    async handle({ request, admin }) {
      const browser = browserOf(request) ?? newBrowser()
      const response = json(await optionsForNew(admin, browser))
      setBrowserCookie(response, browser)
      return response
    },
  }),
})
