import { after } from 'next/server'
import { codeTime } from '@/lib/auth/queries'
import { invitationShape } from '@/lib/auth/schema'
import { invite } from '@/lib/auth/users/change'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'owner',
    once: 'invitations',
    proof: true,
    body: invitationShape,
    async handle({ body, admin }) {
      const invited = await invite({ ...body, admin, now: await codeTime() })
      after(deliverDueMails)
      return json(invited, 201)
    },
  }),
})
