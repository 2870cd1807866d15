import { adminTokenOf } from '@/lib/auth/queries'
import { testPhone } from '@/lib/push/phone'
import { method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    limit: { name: 'push-test', max: 10, seconds: 60 },
    async handle({ request, locale }) {
      await testPhone(adminTokenOf(request), locale)
      return noContent()
    },
  }),
})
