import { browserOf, newBrowser, originOf } from '@/lib/auth/browser'
import { enterConsole } from '@/lib/auth/enter'
import { codeTime } from '@/lib/auth/queries'
import { newUserShape } from '@/lib/auth/schema'
import { acceptInvitation } from '@/lib/auth/users/change'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'invitation', max: 20, seconds: 15 * 60 },
    body: newUserShape,
    async handle({ request, body, address }) {
      const browser = browserOf(request) ?? newBrowser()
      const origin = originOf(request, address)
      const token = await acceptInvitation({ ...body, browser, origin, now: await codeTime() })
      const { username } = body
      return enterConsole(request, json({ username }, 201), { token, browser })
    },
  }),
})
