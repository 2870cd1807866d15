import * as z from 'zod/mini'
import { email } from '@/lib/text'

/** Body of both calls about a person: whose data it is. */
export const personBody = z.object({ email: email() })

/** Everything stored about one person: rows by table, as in the database. */
export type PersonData = {
  email: string
  exportedAt: string
  tables: Record<string, Record<string, unknown>[]>
}

/** What an erasure changed: rows by table. */
export type Erased = { deleted: Record<string, number>; kept: Record<string, number> }
