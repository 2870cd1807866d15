import { customersCsv } from '@/lib/admin/customers/export'
import { customersByKey } from '@/lib/admin/customers/queries'
import { selectedCustomersQuery } from '@/lib/admin/customers/schema'
import { recordExport } from '@/lib/audit/record'
import { method, route } from '@/lib/route'
import { studioDate } from '@/lib/time'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'owner',
    proof: true,
    query: selectedCustomersQuery,
    lists: ['key'],
    async handle({ query: { key }, admin }) {
      const now = new Date()
      await recordExport(admin.username, 'customer', { customers: key.join(', ') })
      return new Response(customersCsv(await customersByKey(key, now)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="customers-${studioDate(now)}.csv"`,
        },
      })
    },
  }),
})
