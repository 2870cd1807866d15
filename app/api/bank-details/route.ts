import { answerForm } from '@/lib/bank-forms/form'
import { formAnswer } from '@/lib/bank-forms/schema'
import { method, noContent, route } from '@/lib/route'

/** The account to which a customer's money is transferred; the token is in the body, and in no log. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'bank-details', max: 10, seconds: 600 },
    body: formAnswer,
    async handle({ body }) {
      await answerForm(body, new Date())
      return noContent()
    },
  }),
})
