import { after, NextResponse } from 'next/server'
import { byId, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { resendMail } from '@/lib/mail/outbox'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    params: byId,
    async handle({ params, admin }) {
      if (!(await resendMail(params.id, admin.username)))
        throw new Problem('not_found', { sentence: 'mail_not_resendable' })
      after(deliverDueMails)
      return new NextResponse(null, { status: 204 })
    },
  }),
})
