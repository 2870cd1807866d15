import { expireContent } from '@/lib/cache/expire'
import { addRoom } from '@/lib/rooms/change'
import { roomBody } from '@/lib/rooms/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    once: 'rooms',
    body: roomBody,
    async handle({ body, admin }) {
      const room = await addRoom({ body, actor: admin.username })
      expireContent('rooms')
      return json(room, 201)
    },
  }),
})
