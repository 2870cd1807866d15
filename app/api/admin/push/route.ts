import { adminTokenOf } from '@/lib/auth/queries'
import { addPhone, choosePushes, removePhone } from '@/lib/push/phone'
import { choicesBody, phoneBody } from '@/lib/push/schema'
import { method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    body: phoneBody,
    async handle({ request, body, admin, locale }) {
      await addPhone(admin, body, { token: adminTokenOf(request), locale })
      return noContent()
    },
  }),
  PUT: method({
    access: 'crew',
    body: choicesBody,
    async handle({ body, admin }) {
      await choosePushes(admin, body)
      return noContent()
    },
  }),
  DELETE: method({
    access: 'crew',
    async handle({ request, admin }) {
      await removePhone(admin, adminTokenOf(request))
      return noContent()
    },
  }),
})
