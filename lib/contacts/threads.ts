import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { lockThreads } from './messages'
import type { ThreadAct, ThreadsChanged } from './schema'

type Acting = {
  ids: readonly number[]
  act: ThreadAct
  at?: string | undefined
  actor: string
  now: Date
}

type Thread = { id: number; upTo: number[]; at: Date | null }
type Change = { where: Prisma.ContactWhereInput; data: Prisma.ContactUpdateManyMutationInput }

/**
 * What an act changes in a thread, null for nothing. What is taken back was done at one moment:
 * that which is named, or that of the newest message.
 */
const CHANGES: Record<ThreadAct, (tx: Tx, thread: Thread, now: Date) => Promise<Change | null>> = {
  archive: async (_tx, _thread, now) => ({
    where: { archivedAt: null },
    data: { archivedAt: now },
  }),
  restore: async (tx, { id, at }) => {
    const archivedAt = at ?? (await newest(tx, id)).archivedAt
    return archivedAt && { where: { archivedAt }, data: { archivedAt: null } }
  },
  answer: async (_tx, _thread, now) => ({
    where: { answeredAt: null },
    data: { answeredAt: now },
  }),
  // What has been answered by mail stays answered.
  reopen: async (tx, { id, upTo, at }) => {
    const answeredAt = at ?? (await newest(tx, id)).answeredAt
    if (!answeredAt) return null
    const replied = await tx.contactReply.count({
      where: { contactId: { in: upTo }, createdAt: { gte: answeredAt } },
    })
    return replied > 0 ? null : { where: { answeredAt }, data: { answeredAt: null } }
  },
}

const newest = (tx: Tx, id: number) =>
  tx.contact.findUniqueOrThrow({
    where: { id },
    select: { archivedAt: true, answeredAt: true },
  })

/**
 * Archives what several people wrote, marks it as answered, or takes that back, up to the message
 * of each that was seen. What is so already, or is gone, is left as it is: a repeated call changes
 * nothing.
 */
export const changeThreads = ({ ids, act, at, actor, now }: Acting): Promise<ThreadsChanged> =>
  transaction(async (tx) => {
    let changed = 0
    for (const [id, upTo] of await lockThreads(tx, ids)) {
      const thread = { id, upTo, at: at === undefined ? null : new Date(at) }
      const change = await CHANGES[act](tx, thread, now)
      if (!change) continue
      const { count } = await tx.contact.updateMany({
        where: { id: { in: upTo }, ...change.where },
        data: change.data,
      })
      if (count === 0) continue
      changed += 1
      await recordChange(tx, {
        actor,
        action: act,
        entity: 'contact',
        entityId: id,
        before: null,
        after: { messages: count },
      })
    }
    return { changed, at: now.toISOString() }
  })
