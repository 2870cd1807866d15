import { after } from 'next/server'
import { sendMemberCode } from '@/lib/auth/mutations'
import { memberCodeShape } from '@/lib/auth/schema'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'public',
    limit: { name: 'member-code', max: 5, seconds: 900 },
    body: memberCodeShape,
    async handle({ body, locale }) {
      await sendMemberCode(body.email, locale, new Date())
      after(deliverDueMails)
      return json({ email: body.email })
    },
  }),
})
