import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { Prisma, transaction } from '@/lib/db'
import { pseudonymOf } from '@/lib/secrets/pseudonym'
import type { PersonData } from './schema'
import { tracesOf } from './traces'

type Request = { email: string; actor: string; now: Date }

/**
 * From every table, for an email in lower case. Hashes, keys and codes are left out: they mean
 * nothing to a person, or open something. Recorded in the audit log without the email.
 */
export async function exportPerson({ email, actor, now }: Request): Promise<PersonData> {
  const traces = await tracesOf(email)
  const entityId = await pseudonymOf(email)
  return transaction(async (tx) => {
    const tables: PersonData['tables'] = {}
    for (const { table, where, hidden } of traces) {
      const rows = await tx.$queryRaw<{ row: Record<string, unknown> }[]>`
        SELECT to_jsonb(t) ${without(hidden)} AS row FROM ${Prisma.raw(table)} t WHERE ${where}`
      if (rows.length > 0) tables[table] = rows.map(({ row }) => row)
    }
    const counts = Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [table, rows.length]),
    )
    await recordChange(tx, {
      actor,
      action: 'export',
      entity: 'person',
      entityId,
      before: null,
      after: counts,
    })
    return { email, exportedAt: now.toISOString(), tables }
  })
}

const without = (paths: readonly string[]): Prisma.Sql =>
  paths.length === 0
    ? Prisma.empty
    : Prisma.join(
        paths.map((path) => Prisma.sql`#- ${path.split('.')}::text[]`),
        ' ',
      )
