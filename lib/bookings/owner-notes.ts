import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import type { BookingNote } from '@/lib/generated/prisma/client'
import { Problem } from '@/lib/problem'

// The owner's own notes about a booking. Their text is in no log: it could not be erased there.

type Who = { bookingId: number; actor: string }

/** Throws not_found. */
export const addNote = ({ bookingId, actor, text }: Who & { text: string }): Promise<BookingNote> =>
  transaction(async (tx) => {
    const [booking] = await tx.$queryRaw<object[]>`
      SELECT 1 FROM bookings WHERE id = ${bookingId} FOR KEY SHARE`
    if (!booking) throw new Problem('not_found')
    const note = await tx.bookingNote.create({ data: { bookingId, text, author: actor } })
    await recordChange(tx, {
      actor,
      action: 'note',
      entity: 'booking',
      entityId: bookingId,
      before: null,
      after: { note: note.id },
    })
    return note
  })

/** Throws not_found. */
export const removeNote = ({ bookingId, actor, noteId }: Who & { noteId: number }): Promise<void> =>
  transaction(async (tx) => {
    const { count } = await tx.bookingNote.deleteMany({ where: { id: noteId, bookingId } })
    if (count === 0) throw new Problem('not_found')
    await recordChange(tx, {
      actor,
      action: 'unnote',
      entity: 'booking',
      entityId: bookingId,
      before: { note: noteId },
      after: null,
    })
  })
