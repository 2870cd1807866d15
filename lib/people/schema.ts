import * as z from 'zod/mini'
import { email } from '@/lib/text'

export const personBody = z.object({ email: email() })

export type PersonData = {
  email: string
  exportedAt: string
  tables: Record<string, Record<string, unknown>[]>
}

export type Erased = { deleted: Record<string, number>; kept: Record<string, number> }
