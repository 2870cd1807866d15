import { unmergeCustomer } from '@/lib/admin/customers/merge'
import { customerPage } from '@/lib/admin/customers/queries'
import { mergedParams } from '@/lib/admin/customers/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'manager',
    params: mergedParams,
    async handle({ params, admin, locale }) {
      await unmergeCustomer({ key: params.key, other: params.id, actor: admin.username })
      return json(await customerPage(params.key, { locale, now: new Date() }))
    },
  }),
})
