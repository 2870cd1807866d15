import 'server-only'
import * as z from 'zod/mini'
import { db, type Prisma } from './db'
import { cursor, optionalLine, pageSize } from './text'

/** Query of the audit log: by the kind of thing, its id and by who. */
export const auditQuery = z.object({
  limit: pageSize(),
  cursor: cursor(),
  entity: optionalLine(60),
  entityId: optionalLine(60),
  actor: optionalLine(72),
})
type AuditQuestion = z.output<typeof auditQuery>

type AuditEntry = {
  id: number
  actor: string
  action: string
  entity: string
  entityId: string
  changes: FieldChange[]
  /** From where: the address as `pseudonymOf` gives it, and its network; null in jobs and scripts. */
  address: string | null
  network: string | null
  createdAt: string
}
/** One field: what it was and what it became; null where it was not there. */
type FieldChange = { field: string; before: string | null; after: string | null }

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
}: AuditQuestion): Promise<{ entries: AuditEntry[]; nextCursor: number | null }> {
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
  const page = rows.slice(0, limit)
  const entries = page.map(({ before: was, after: is, createdAt, ...row }) => ({
    ...row,
    changes: changesOf(was, is),
    createdAt: createdAt.toISOString(),
  }))
  return { entries, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** What the log can be filtered by: the kinds of things in it and everybody who changed one. */
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
