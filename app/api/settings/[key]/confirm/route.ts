import * as z from 'zod/mini'
import { method, noContent, route } from '@/lib/route'
import { confirmBody } from '@/lib/settings/schema'
import { confirmAccount } from '@/lib/settings/change'

/** An owner has seen that the account to which customers transfer money is another, and it is right. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'owner',
    proof: true,
    params: z.object({ key: z.literal('transfer') }),
    body: confirmBody,
    async handle({ body: { change }, admin }) {
      await confirmAccount({ change, actor: admin.username })
      return noContent()
    },
  }),
})
