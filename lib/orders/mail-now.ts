import 'server-only'
import { db, transaction } from '@/lib/db'
import type { Ready, Untrue } from '@/lib/mail/outbox'
import { toldLast, type Audience } from '@/lib/mail/told'
import { orderNews, type OrderTold } from '@/lib/notices/rules'
import { orderNow, isPaidNews } from './notices'

type About = { orderId: number; mailId: number }

async function read({ orderId: id, mailId }: About, audience: Audience) {
  if ((await db().videoEditingOrder.count({ where: { id } })) === 0) return null
  return transaction(async (tx) => ({
    ...(await orderNow(tx, id)),
    before: await toldLast<OrderTold>(tx, audience, { orderId: id }, mailId),
  }))
}

const DELETED: Untrue = { untrue: 'order_deleted' }

const nothingToSay = (before: OrderTold | null, { standing }: OrderTold): Untrue => ({
  untrue: before ? 'told_already' : `nothing_promised_${standing}`,
})

export async function orderNoticeOf(about: About): Promise<Ready | Untrue> {
  const found = await read(about, 'customer')
  if (!found) return DELETED
  const { order, facts, told, money, before, awaitsReceipt } = found
  const news = orderNews(before, told)
  if (!news) return nothingToSay(before, told)
  const payload = {
    ...{ ...facts, news, money, awaitsReceipt },
    manageToken: order.manageToken,
    link: order.deliveryLink,
    round: order.deliveries,
    owedSen: told.owedSen,
  }
  return {
    letter: { kind: 'order_notice', payload },
    notice: { audience: 'customer', says: news.says, told },
  }
}

export async function studioOrderOf(about: About): Promise<Ready | Untrue> {
  const found = await read(about, 'studio')
  if (!found) return DELETED
  const { facts, told, before } = found
  if (!isPaidNews(before, told)) return nothingToSay(before, told)
  return {
    letter: { kind: 'studio_order', payload: facts },
    notice: { audience: 'studio', says: 'received', told },
  }
}
