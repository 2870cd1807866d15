import { documentsOfMonth } from '@/lib/admin/receipts/queries'
import { documentsCsv } from '@/lib/admin/receipts/export'
import { recordExport } from '@/lib/audit/record'
import { exportQuery } from '@/lib/receipts/schema'
import { sellerNow } from '@/lib/receipts/seller'
import { method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'owner',
    proof: true,
    query: exportQuery,
    async handle({ query: { month }, admin }) {
      await recordExport(admin.username, 'receipt', { month })
      const documents = await documentsOfMonth(month)
      return new Response(documentsCsv(documents, await sellerNow()), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="receipts-${month}.csv"`,
        },
      })
    },
  }),
})
