import { after, NextResponse } from 'next/server'
import * as z from 'zod/mini'
import { method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { resendMail } from '@/lib/mail/mutations'
import { Problem } from '@/lib/problem'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    async handle({ params, admin }) {
      if (!(await resendMail(params.id, admin.username)))
        throw new Problem('not_found', { sentence: 'mail_not_resendable' })
      after(deliverDueMails)
      return new NextResponse(null, { status: 204 })
    },
  }),
})
