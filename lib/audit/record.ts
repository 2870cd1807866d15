import 'server-only'
import { currentCaller } from '@/lib/http/caller'
import { db, type Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { pickAuditFields, type RowFields } from './changes'
import type { AuditAction, AuditEntity, AuditFields } from './words'

type Change<Entity extends AuditEntity> = {
  /** Who: the administrator's username, or 'customer' and the like. */
  actor: string
  /** What was done, as one word: status, cancel, reschedule, create, delete… */
  action: AuditAction
  entity: Entity
  entityId: number | string
  /** The values before and after the change; null where there was, or is, nothing. */
  before: AuditFields<NoInfer<Entity>> | RowFields | null
  after: AuditFields<NoInfer<Entity>> | RowFields | null
}

/**
 * In the transaction of the change: neither is written without the other. The origin is that of the
 * current request; jobs and scripts have none. The database refuses to change what is written.
 */
export async function recordChange<Entity extends AuditEntity>(
  tx: Pick<Tx, 'auditLog'>,
  { actor, action, entity, entityId, before, after }: Change<Entity>,
): Promise<{ id: number }> {
  return tx.auditLog.create({
    data: {
      actor,
      action,
      entity,
      entityId: String(entityId),
      ...(before && { before: before as Prisma.InputJsonObject }),
      ...(after && { after: after as Prisma.InputJsonObject }),
      ...currentCaller(),
    },
    select: { id: true },
  })
}

// More rows of one day would be written by a flood from many networks.
const ROWS_A_DAY = 200

/**
 * What a stranger's request alone has caused, per day, account and network. Not in the audit log,
 * which would grow as fast as strangers can send and is kept for seven years; these rows are
 * bounded and kept for a month.
 */
export async function countFailedAttempt(action: string, account: string): Promise<void> {
  const network = currentCaller()?.network ?? 'unknown'
  await db().$executeRaw`
    INSERT INTO failed_attempts AS f (day, action, account, network, attempts, last_at)
    SELECT today.day, ${action}, ${account}, CASE
      WHEN (SELECT count(*) FROM failed_attempts o WHERE o.day = today.day) < ${ROWS_A_DAY}::int
        OR EXISTS (SELECT 1 FROM failed_attempts o WHERE o.day = today.day AND o.action = ${action}
          AND o.account = ${account} AND o.network = ${network}) THEN ${network} ELSE 'others' END, 1, now()
    FROM (SELECT (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS day) AS today
    ON CONFLICT (day, action, account, network) DO UPDATE SET attempts = f.attempts + 1, last_at = now()`
}

/** `filter`: which part. Search text may be a name or an email and is not kept. */
export const recordExport = (
  actor: string,
  entity: AuditEntity,
  { search, ...filter }: { search?: string } & Record<string, string | number | undefined>,
): Promise<{ id: number }> =>
  recordChange(db(), {
    actor,
    action: 'export',
    entity,
    entityId: 'all',
    before: null,
    after: pickAuditFields({ ...filter, searched: Boolean(search) }),
  })

/**
 * `version` is the row's `updatedAt` (ISO) when the caller read it; when absent, nothing is
 * checked. The caller holds the row's lock. Throws version_conflict.
 */
export function assertVersion(row: { updatedAt: Date }, version: string | undefined): void {
  if (version !== undefined && row.updatedAt.toISOString() !== version)
    throw new Problem('version_conflict')
}
