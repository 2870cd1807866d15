import * as z from 'zod/mini'
import { id, text, version } from '@/lib/text'

/**
 * Body of PATCH /api/admin/payments/{id}: either what the money was for, or that it was looked
 * after; always with a note.
 */
export const attentionBody = z.object({
  bookingId: z.nullish(id()),
  orderId: z.nullish(id()),
  note: text(500),
  version: version(),
})
