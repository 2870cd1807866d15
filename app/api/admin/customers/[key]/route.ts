import { customerPage } from '@/lib/admin/customers/queries'
import { customerParams } from '@/lib/admin/customers/schema'
import { json, method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: customerParams,
    async handle({ params, locale }) {
      const page = await customerPage(params.key, { locale, now: new Date() })
      if (!page) throw new Problem('not_found')
      return json(page)
    },
  }),
})
