import { NextResponse } from 'next/server'
import * as z from 'zod/mini'
import { method, route } from '@/lib/http'
import { dropMail } from '@/lib/mail/mutations'
import { Problem } from '@/lib/problem'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    async handle({ params, admin }) {
      if (!(await dropMail(params.id, admin.username))) throw new Problem('not_found')
      return new NextResponse(null, { status: 204 })
    },
  }),
})
