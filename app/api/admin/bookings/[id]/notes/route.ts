import { toNote } from '@/lib/admin/bookings/queries'
import { bookingParams, noteBody } from '@/lib/admin/bookings/schema'
import { addNote } from '@/lib/bookings/owner-notes'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    once: 'notes',
    params: bookingParams,
    body: noteBody,
    async handle({ params: { id }, body, admin }) {
      const note = await addNote({ bookingId: id, ...body, actor: admin.username })
      return json(toNote(note), 201)
    },
  }),
})
