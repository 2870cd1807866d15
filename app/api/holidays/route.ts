import { expireContent } from '@/lib/cache/expire'
import { json, method, route } from '@/lib/route'
import { addHoliday } from '@/lib/settings/change'
import { holidayBody } from '@/lib/settings/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    once: 'holidays',
    body: holidayBody,
    async handle({ body, admin }) {
      const holiday = await addHoliday({ body, actor: admin.username })
      expireContent('holidays')
      return json(holiday, 201)
    },
  }),
})
