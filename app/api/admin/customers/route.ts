import { listCustomers } from '@/lib/admin/customers/queries'
import { customerListQuery } from '@/lib/admin/customers/schema'
import { adminList, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: adminList({
    access: 'manager',
    query: customerListQuery,
    list: (question) => listCustomers(question, new Date()),
  }),
})
