import { eachDocumentOfMonth } from '@/lib/admin/receipts/queries'
import { recordExport } from '@/lib/audit/record'
import { archiveAnswer } from '@/lib/receipts/archive'
import { monthQuery } from '@/lib/admin/money/schema'
import { method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'owner',
    proof: true,
    query: monthQuery,
    async handle({ query: { month }, admin }) {
      await recordExport(admin.username, 'receipt', { month, format: 'pdf' })
      return archiveAnswer(eachDocumentOfMonth(month), `receipts-${month}.zip`)
    },
  }),
})
