import * as z from 'zod/mini'
import { cursor, optionalCode, optionalLine, pageSize } from '@/lib/text'

export const auditQuery = z.object({
  limit: pageSize(),
  cursor: cursor(),
  entity: optionalLine(60),
  entityId: z.pipe(
    optionalCode(60),
    z.transform((typed: string | null) => typed?.replace(/^#\s?/, '') || null),
  ),
  actor: optionalLine(72),
})
export type AuditQuestion = z.output<typeof auditQuery>

export type AuditEntry = {
  id: number
  actor: string
  action: string
  entity: string
  entityId: string
  changes: FieldChange[]
  /** As `pseudonymOf` returns it; null in jobs and scripts, as its network. */
  address: string | null
  network: string | null
  createdAt: string
}
/** A field as the log shows it; null where it was not there. */
export type AuditValue = string | boolean | null
/** One field: where it is in its thing, what it was and what it became. */
export type FieldChange = { path: string[]; before: AuditValue; after: AuditValue }

/** What failed on one day at one account; `network` where it came from one alone, else null. */
export type FailedAttempts = {
  /** The studio's date. */
  day: string
  /** An administrator's username, '(unknown)' for one that does not exist, 'customer' for members. */
  account: string
  attempts: number
  networks: number
  network: string | null
}
