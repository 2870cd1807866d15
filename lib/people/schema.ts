import * as z from 'zod/mini'
import { email } from '@/lib/text'

/** Body of both calls about a person: whom the data is about. */
export const personBody = z.object({ email: email() })

/** Everything kept about one person: rows by table, as the database has them. */
export type PersonData = {
  email: string
  exportedAt: string
  tables: Record<string, Record<string, unknown>[]>
}

/** What an erasure did: rows by table. */
export type Erased = { deleted: Record<string, number>; kept: Record<string, number> }
