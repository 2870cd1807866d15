import * as z from 'zod/mini'
import { email, id } from '@/lib/text'

/** An email, or the key of a customer. */
export const personBody = z.object({ email: z.optional(email()), key: z.optional(id()) }).check(
  z.refine(({ email: one, key }) => (one === undefined) !== (key === undefined), {
    error: 'required',
    path: ['email'],
  }),
)
export type PersonBody = z.output<typeof personBody>

export type PersonData = {
  email: string
  exportedAt: string
  tables: Record<string, Record<string, unknown>[]>
}

export type Erased = { deleted: Record<string, number>; kept: Record<string, number> }
