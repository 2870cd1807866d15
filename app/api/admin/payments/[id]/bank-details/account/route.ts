import { showAccount } from '@/lib/bank-forms/form'
import { byId, json, method, route } from '@/lib/route'

/** The account that a customer has entered, decrypted. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    proof: true,
    params: byId,
    handle: async ({ params: { id }, admin }) =>
      json(await showAccount({ id, actor: admin.username, now: new Date() })),
  }),
})
