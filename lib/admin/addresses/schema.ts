import * as z from 'zod/mini'
import { id } from '@/lib/text'

export const addressBody = z.object({
  /** Null: every room. */
  roomId: z._default(z.nullable(id()), null),
})

/** An address that somebody's calendar reads; the address itself is shown once. */
export type AddressLine = {
  id: number
  /** Null: every room. */
  room: string | null
  createdAt: string
  lastReadAt: string | null
}
