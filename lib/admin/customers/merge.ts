import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { foldLatest } from '@/lib/customers/fold'
import { groupOf } from '@/lib/customers/queries'
import { transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'

type Merging = { key: number; other: number; actor: string }

/** The lock of fold_customers: a merge is not summed up while it is made. */
const oneByOne = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(7270744)`

const sum = (tx: Tx, ids: number[]) => tx.$executeRaw`SELECT sum_customers(${ids}::int[])`

/** With all merged into `other`. Throws not_found, and not_changeable when they are one already. */
export async function mergeCustomers({ key, other, actor }: Merging): Promise<void> {
  await foldLatest()
  await transaction(async (tx) => {
    await oneByOne(tx)
    const [into, from] = [await groupOf(key, tx), await groupOf(other, tx)]
    if (!into || !from) throw new Problem('not_found')
    if (into.id === from.id) throw new Problem('not_changeable')
    await tx.customer.update({ where: { id: from.id }, data: { mergedIntoId: into.id } })
    await sum(tx, [into.id])
    await record(tx, { actor, action: 'merge', id: into.id, customer: from.id })
  })
}

/** Undoes the merge of `other`, which may itself be one of several steps. Throws not_found. */
export async function unmergeCustomer({ key, other, actor }: Merging): Promise<void> {
  await transaction(async (tx) => {
    await oneByOne(tx)
    const group = await groupOf(key, tx)
    const merged = group?.customers.slice(1).includes(other) ?? false
    if (!group || !merged) throw new Problem('not_found')
    await tx.customer.update({ where: { id: other }, data: { mergedIntoId: null } })
    await sum(tx, [group.id, other])
    await record(tx, { actor, action: 'unmerge', id: group.id, customer: other })
  })
}

const record = (
  tx: Tx,
  change: { actor: string; action: 'merge' | 'unmerge'; id: number; customer: number },
) =>
  recordChange(tx, {
    actor: change.actor,
    action: change.action,
    entity: 'customer',
    entityId: change.id,
    before: null,
    after: { customer: change.customer },
  })
