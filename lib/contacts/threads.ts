import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { lockThreads, lockUpTo } from './messages'
import { toAdminContact } from './queries'
import type { AdminContact, ThreadAct, ThreadsChanged } from './schema'

type Acting = {
  ids: readonly number[]
  act: ThreadAct
  at?: string | undefined
  actor: string
  now: Date
}

type Thread = { id: number; upTo: number[]; at: Date | null }
type Update = { where: Prisma.ContactWhereInput; data: Prisma.ContactUpdateManyMutationInput }

/**
 * What an act changes in a thread, null for nothing. What is taken back was done at one moment:
 * that which is named, or that of the newest message.
 */
const CHANGES: Record<ThreadAct, (tx: Tx, thread: Thread, now: Date) => Promise<Update | null>> = {
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

type Change = { act: ThreadAct; actor: string; now: Date }

/**
 * How many messages of the locked ones are changed. The log has no text: it is kept longer than
 * customers' messages (docs/decisions/020 F3).
 */
async function changeThread(tx: Tx, thread: Thread, { act, actor, now }: Change): Promise<number> {
  const change = await CHANGES[act](tx, thread, now)
  if (!change) return 0
  const { count } = await tx.contact.updateMany({
    where: { id: { in: thread.upTo }, ...change.where },
    data: change.data,
  })
  if (count > 0)
    await recordChange(tx, {
      actor,
      action: act,
      entity: 'contact',
      entityId: thread.id,
      before: null,
      after: { messages: count },
    })
  return count
}

/**
 * Archives what several people wrote, marks it as answered, or takes that back, up to the message
 * of each that was seen. What is so already, or is gone, is left as it is: a repeated call changes
 * nothing.
 */
export const changeThreads = ({ ids, at, ...about }: Acting): Promise<ThreadsChanged> =>
  transaction(async (tx) => {
    let changed = 0
    for (const [id, upTo] of await lockThreads(tx, ids)) {
      const thread = { id, upTo, at: at === undefined ? null : new Date(at) }
      if ((await changeThread(tx, thread, about)) > 0) changed += 1
    }
    return { changed, at: about.now.toISOString() }
  })

type Archiving = {
  id: number
  /** What the same person wrote before, too; what is restored was archived together. */
  earlier?: boolean
  archived: boolean
  version: string | undefined
  actor: string
  now: Date
}

/** Throws not_found, version_conflict. */
export const archiveContact = ({
  id,
  archived,
  earlier = false,
  version,
  actor,
  now,
}: Archiving): Promise<AdminContact> =>
  transaction(async (tx) => {
    const upTo = await lockUpTo(tx, id)
    const before = await tx.contact.findUnique({ where: { id } })
    if (!before) throw new Problem('not_found')
    assertVersion(before, version)
    if ((before.archivedAt !== null) === archived) return toAdminContact(before)
    const act = archived ? 'archive' : 'restore'
    await changeThread(tx, { id, upTo: earlier ? upTo : [id], at: null }, { act, actor, now })
    return toAdminContact(await tx.contact.findUniqueOrThrow({ where: { id } }))
  })
