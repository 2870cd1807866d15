import { mergeCustomers } from '@/lib/admin/customers/merge'
import { customerPage } from '@/lib/admin/customers/queries'
import { customerParams, mergeBody } from '@/lib/admin/customers/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    params: customerParams,
    body: mergeBody,
    async handle({ params, body, admin, locale }) {
      await mergeCustomers({ ...params, ...body, actor: admin.username })
      return json(await customerPage(params.key, { locale, now: new Date() }))
    },
  }),
})
