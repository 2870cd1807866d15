import 'server-only'
import { pageById, type Page } from '@/lib/http/admin-methods'
import type { CutList } from '@/lib/cut-list'
import { db } from '@/lib/db'
import { changesOf } from './rules'
import type { AuditEntry, AuditQuestion, FailedAttempts } from './schema'

/** Newest first, after `cursor` (the last page's `nextCursor`). */
export async function listChanges({
  limit,
  cursor: before,
  entity,
  entityId,
  actor,
}: AuditQuestion): Promise<Page<AuditEntry>> {
  const rows = await db().auditLog.findMany({
    where: {
      ...(before !== undefined && { id: { lt: before } }),
      ...(entity && { entity }),
      ...(entityId && { entityId }),
      ...(actor && { actor }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return pageById(rows, limit, ({ before: was, after: is, createdAt, ...row }) => ({
    ...row,
    changes: changesOf(was, is),
    createdAt: createdAt.toISOString(),
  }))
}

/** The kinds of entities in the log, and everybody who changed one. */
export async function auditFilters(): Promise<{ entities: string[]; actors: string[] }> {
  const [entities, actors] = await Promise.all([distinct('entity'), distinct('actor')])
  return { entities, actors }
}

/** A loose index scan: DISTINCT would read the whole log for a handful of values. */
async function distinct(column: 'entity' | 'actor'): Promise<string[]> {
  const found: string[] = []
  for (let last = ''; found.length < 100;) {
    const next = await db().auditLog.findFirst({
      where: { [column]: { gt: last } },
      orderBy: [{ [column]: 'asc' }, { id: 'asc' }],
      select: { entity: true, actor: true },
    })
    if (!next) break
    last = next[column]
    found.push(last)
  }
  return found
}

const MOST_FAILED = 100

/**
 * Thirty days, newest first, with the sum of all; networks beyond 200 of a day count as one (record.ts).
 */
export async function failedAttempts(): Promise<CutList<FailedAttempts> & { attempts: number }> {
  const found = await db().$queryRaw<(FailedAttempts & { of: number; sum: number })[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, account, sum(attempts)::int AS attempts,
      count(*)::int AS networks,
      CASE WHEN count(*) = 1 AND min(network) <> 'others' THEN min(network) END AS network,
      (count(*) OVER ())::int AS of, (sum(sum(attempts)) OVER ())::int AS sum
    FROM failed_attempts
    WHERE action = 'sign_in_failed' AND day > (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date - 30
    GROUP BY day, account ORDER BY day DESC, sum(attempts) DESC, account LIMIT ${MOST_FAILED}::int`
  return {
    rows: found.map(({ of: _all, sum: _sum, ...row }) => row),
    more: (found[0]?.of ?? 0) - found.length,
    attempts: found[0]?.sum ?? 0,
  }
}
