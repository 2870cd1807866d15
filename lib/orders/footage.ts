import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction, type Tx } from '@/lib/db'
import type { VideoEditingOrder } from '@/lib/generated/prisma/client'
import { Problem } from '@/lib/problem'
import { withFootage } from './accept'
import { tellOrder } from './notices'

const OPEN = ['pending', 'paid', 'in_progress']
const BEGUN = ['paid', 'in_progress']

type Given = { token: string; links: string[]; now: Date }

/**
 * Replaces the earlier links (docs/decisions/020 D8). The first of a paid order start its due date,
 * which is mailed to the customer; later ones do not change it. Throws not_found, and
 * not_changeable once the order is delivered or over.
 */
export async function giveFootage({ token, links, now }: Given): Promise<void> {
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM video_editing_orders WHERE manage_token = ${token} FOR UPDATE`
    const order = await tx.videoEditingOrder.findUnique({ where: { manageToken: token } })
    if (!order) throw new Problem('not_found')
    if (!OPEN.includes(order.status)) throw new Problem('not_changeable')
    const begins = begunWithout(order) && links.length > 0
    await tx.videoEditingOrder.update({
      where: { id: order.id },
      data: { footageLinks: links, ...(begins && (await withFootage(tx, order, now))) },
    })
    await tellOrder(tx, order.id)
    // Of one that nobody has paid there is no row.
    if (BEGUN.includes(order.status)) await record(tx, order, 'customer', { links: links.length })
  })
}

type Received = { id: number; version: string | undefined; actor: string; now: Date }

/**
 * In whatever way: the due date counts from `now` and is mailed to the customer. Nothing changes
 * when it had arrived. Throws not_found, version_conflict, and not_changeable for an order that is
 * not active.
 */
export async function receiveFootage({ id, version, actor, now }: Received): Promise<void> {
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM video_editing_orders WHERE id = ${id} FOR UPDATE`
    const order = await tx.videoEditingOrder.findUnique({ where: { id } })
    if (!order) throw new Problem('not_found')
    if (order.footageAt !== null) return
    assertVersion(order, version)
    if (!begunWithout(order)) throw new Problem('not_changeable')
    await tx.videoEditingOrder.update({ where: { id }, data: await withFootage(tx, order, now) })
    await tellOrder(tx, id)
    await record(tx, order, actor, { received: true })
  })
}

const begunWithout = ({ status, footageAt }: VideoEditingOrder): boolean =>
  BEGUN.includes(status) && footageAt === null

const record = (
  tx: Tx,
  { id, footageLinks, footageAt }: VideoEditingOrder,
  actor: string,
  after: { links: number } | { received: true },
): Promise<unknown> =>
  recordChange(tx, {
    actor,
    action: 'footage',
    entity: 'order',
    entityId: id,
    before: { links: footageLinks.length, received: footageAt !== null },
    after,
  })
