import 'server-only'
import { pageById, type Page } from '@/lib/http/admin-methods'
import { db, type Prisma } from '@/lib/db'
import type { AuditEntry, AuditQuestion, FieldChange } from './schema'

/**
 * A page of what administrators changed, newest first, after `cursor` (the last page's
 * `nextCursor`).
 */
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

/**
 * The values that the log can be filtered by: the kinds of entities in it and everybody who changed
 * one.
 */
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

function changesOf(before: Prisma.JsonValue, after: Prisma.JsonValue): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: text(was[field]), after: text(is[field]) }))
    .filter((change) => change.before !== change.after)
}

const fieldsOf = (value: Prisma.JsonValue): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}

const text = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
