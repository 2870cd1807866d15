import { after } from 'next/server'
import { browserOf, newBrowser, originOf } from '@/lib/auth/browser'
import { enterConsole } from '@/lib/auth/enter'
import { codeTime } from '@/lib/auth/queries'
import { signInShape } from '@/lib/auth/schema'
import { signIn, recordedSignIn } from '@/lib/auth/sign-in'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    body: signInShape,
    async handle({ request, body, address, locale }) {
      const browser = browserOf(request) ?? newBrowser()
      const origin = originOf(request, address)
      const attempt = { ...body, address, browser, origin, locale, now: await codeTime() }
      const token = await recordedSignIn(body, () =>
        signIn(attempt, (work) => after(() => work().then(() => deliverDueMails()))),
      )
      const { username, trusted = false } = body
      return enterConsole(request, json({ username }), { token, trusted, browser })
    },
  }),
})
