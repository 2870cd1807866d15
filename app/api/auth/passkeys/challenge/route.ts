import { browserOf, newBrowser, setBrowserCookie } from '@/lib/auth/browser'
import { challengeFor } from '@/lib/auth/passkeys'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    sees: 'crew',
    async handle({ request, address, admin }) {
      const browser = browserOf(request) ?? newBrowser()
      const response = json(await challengeFor({ browser, address, admin }))
      setBrowserCookie(response, browser)
      return response
    },
  }),
})
