import 'server-only'
import { pickAuditFields } from '@/lib/audit/changes'
import { recordChange } from '@/lib/audit/record'
import { bankAccountOf } from '@/lib/bank-forms/form'
import { Prisma, transaction } from '@/lib/db'
import { pseudonymOf } from '@/lib/secrets/pseudonym'
import { findSubject } from './subject'
import type { PersonBody, PersonData } from './schema'
import { tracesOf } from './traces'

type Request = PersonBody & { actor: string; now: Date }

/**
 * From every table, for an email in lower case or a customer's key. Hashes, keys and codes are left out:
 * they mean nothing to a person, or open something. Recorded in the audit log without the email.
 */
export async function exportPerson({ actor, now, ...who }: Request): Promise<PersonData> {
  const person = await findSubject(who)
  const traces = await tracesOf(person)
  const entityId = await pseudonymOf(person.name)
  return transaction(async (tx) => {
    const tables: PersonData['tables'] = {}
    for (const { table, where, hidden, shown = Prisma.sql`to_jsonb(t)` } of traces) {
      const rows = await tx.$queryRaw<{ row: Record<string, unknown> }[]>`
        SELECT ${shown} ${without(hidden)} AS row FROM ${Prisma.raw(table)} t WHERE ${where}`
      const found = rows.map(({ row }) => readable(table, row))
      if (rows.length > 0) tables[table] = [...(tables[table] ?? []), ...found]
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
      after: pickAuditFields(counts),
    })
    return { email: person.name, exportedAt: now.toISOString(), tables }
  })
}

/** What is encrypted at rest is the person's own, and handed out as they entered it. */
function readable(table: string, { sealed, ...row }: Record<string, unknown>) {
  if (table !== 'bank_forms') return sealed === undefined ? row : { sealed, ...row }
  const account =
    typeof sealed === 'string' ? bankAccountOf({ paymentId: Number(row.payment_id), sealed }) : null
  return { ...row, account }
}

const without = (paths: readonly string[]): Prisma.Sql =>
  paths.length === 0
    ? Prisma.empty
    : Prisma.join(
        paths.map((path) => Prisma.sql`#- ${path.split('.')}::text[]`),
        ' ',
      )
