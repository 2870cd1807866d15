import { noteParams } from '@/lib/admin/bookings/schema'
import { removeNote } from '@/lib/bookings/owner-notes'
import { method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'manager',
    params: noteParams,
    async handle({ params: { id, noteId }, admin }) {
      await removeNote({ bookingId: id, noteId, actor: admin.username })
      return noContent()
    },
  }),
})
