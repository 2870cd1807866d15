import * as z from 'zod/mini'
import { changeRoom } from '@/lib/rooms/change'
import { roomPatch } from '@/lib/rooms/schema'
import { adminChange, route } from '@/lib/route'
import { idText } from '@/lib/text'

const params = z.object({ id: idText() })

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params,
    body: roomPatch,
    change: changeRoom,
    expires: 'rooms',
  }),
})
