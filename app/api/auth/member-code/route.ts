import { after } from 'next/server'
import { browserOf, newBrowser, setBrowserCookie } from '@/lib/auth/browser'
import { codeTime } from '@/lib/auth/queries'
import { sendMemberCode } from '@/lib/auth/member-codes'
import { memberCodeShape } from '@/lib/auth/schema'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'member-code', max: 5, seconds: 900 },
    body: memberCodeShape,
    async handle({ request, body, locale }) {
      const browser = browserOf(request) ?? newBrowser()
      const asked = { email: body.email, browser, locale, now: await codeTime() }
      await sendMemberCode(asked, (work) => after(() => work().then(() => deliverDueMails())))
      after(deliverDueMails)
      const response = json({ email: body.email })
      setBrowserCookie(response, browser)
      return response
    },
  }),
})
