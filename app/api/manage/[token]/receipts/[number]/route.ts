import { manageParams } from '@/lib/bookings/schema'
import { Problem } from '@/lib/problem'
import { pdfAnswer } from '@/lib/receipts/pdf'
import { documentOfToken } from '@/lib/receipts/queries'
import { documentNumberText } from '@/lib/receipts/schema'
import { method, route } from '@/lib/route'
import * as z from 'zod/mini'

const params = z.extend(manageParams, { number: documentNumberText() })

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'manage-document', max: 60, seconds: 600 },
    params,
    async handle({ params: { token, number } }) {
      const document = await documentOfToken(token, number)
      if (!document) throw new Problem('not_found')
      return pdfAnswer(document)
    },
  }),
})
