import { eachDocumentOfMonth } from '@/lib/admin/receipts/queries'
import { documentsCsv, rowsOfDocuments } from '@/lib/admin/receipts/export'
import { documentsXlsx } from '@/lib/admin/receipts/workbook'
import { recordExport } from '@/lib/audit/record'
import { streamed } from '@/lib/http/streamed'
import { exportQuery } from '@/lib/receipts/schema'
import { sellerNow } from '@/lib/receipts/seller'
import { method, route } from '@/lib/route'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'owner',
    proof: true,
    query: exportQuery,
    async handle({ query: { month, as }, admin }) {
      await recordExport(admin.username, 'receipt', { month })
      const rows = rowsOfDocuments(eachDocumentOfMonth(month), await sellerNow())
      return new Response(as === 'xlsx' ? documentsXlsx(rows) : streamed(documentsCsv(rows)), {
        headers: {
          'content-type': TYPES[as],
          'content-disposition': `attachment; filename="receipts-${month}.${as}"`,
        },
      })
    },
  }),
})
