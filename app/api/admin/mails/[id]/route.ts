import { NextResponse } from 'next/server'
import { byId, method, route } from '@/lib/route'
import { dropMail } from '@/lib/mail/outbox'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'manager',
    params: byId,
    async handle({ params, admin }) {
      if (!(await dropMail(params.id, admin.username))) throw new Problem('not_found')
      return new NextResponse(null, { status: 204 })
    },
  }),
})
