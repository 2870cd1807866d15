import { after } from 'next/server'
import { askForAccount, formStanding, withdrawForm } from '@/lib/bank-forms/form'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { byId, json, method, noContent, route } from '@/lib/route'

/** The form in which the customer of a payment enters where its money is transferred. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: byId,
    handle: async ({ params: { id } }) => json(await formStanding(id, new Date())),
  }),
  POST: method({
    access: 'manager',
    once: 'bank-forms',
    proof: true,
    params: byId,
    async handle({ params: { id }, admin }) {
      await askForAccount({ id, actor: admin.username, now: new Date() })
      after(deliverDueMails)
      return json(await formStanding(id, new Date()))
    },
  }),
  DELETE: method({
    access: 'manager',
    params: byId,
    async handle({ params: { id }, admin }) {
      await withdrawForm({ id, actor: admin.username, now: new Date() })
      return noContent()
    },
  }),
})
