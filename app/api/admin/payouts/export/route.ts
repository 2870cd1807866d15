import { payoutsCsv } from '@/lib/admin/money/export'
import { linesByPayout, payoutsOfMonth } from '@/lib/admin/money/payouts/queries'
import { recordExport } from '@/lib/audit/record'
import { monthQuery } from '@/lib/admin/money/schema'
import { method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'owner',
    proof: true,
    query: monthQuery,
    async handle({ query: { month }, admin }) {
      await recordExport(admin.username, 'payout', { month })
      const payouts = await linesByPayout(await payoutsOfMonth(month))
      return new Response(payoutsCsv(payouts), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="payouts-${month}.csv"`,
        },
      })
    },
  }),
})
