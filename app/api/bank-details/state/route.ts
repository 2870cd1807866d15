import { shownForm } from '@/lib/bank-forms/form'
import { formQuestion } from '@/lib/bank-forms/schema'
import { json, method, route } from '@/lib/route'

/** What the form says; a POST, so that the token is in no address. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'bank-details-state', max: 60, seconds: 600 },
    body: formQuestion,
    async handle({ body: { token } }) {
      return json(await shownForm(token, new Date()))
    },
  }),
})
