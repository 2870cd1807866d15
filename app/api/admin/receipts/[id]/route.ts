import { Problem } from '@/lib/problem'
import { pdfAnswer } from '@/lib/receipts/pdf'
import { documentById } from '@/lib/receipts/queries'
import { byId, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: byId,
    async handle({ params: { id } }) {
      const document = await documentById(id)
      if (!document) throw new Problem('not_found')
      return pdfAnswer(document)
    },
  }),
})
