import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { Prisma, transaction } from '@/lib/db'
import { tellFinance } from '@/lib/mail/finance'
import { holdsMoney, warnOfContact } from '@/lib/mail/warnings'
import { Problem } from '@/lib/problem'
import { financeEmailOf, withFinanceEmail } from '@/lib/receipts/company'

type Correction = {
  id: number
  /** Null: nobody; absent: as it is. */
  financeEmail?: string | null | undefined
  version: string | undefined
  actor: string
}

/**
 * Corrects who else gets the documents of an order, as for a booking (lib/bookings/contact.ts): the new
 * address gets what there is, and what waits for the old one is not sent (docs/decisions/043). The log
 * names the field, not the address. Throws not_found and version_conflict.
 */
export const correctOrderContact = ({
  id,
  financeEmail,
  version,
  actor,
}: Correction): Promise<void> =>
  transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM video_editing_orders WHERE id = ${id} FOR UPDATE`
    const order = await tx.videoEditingOrder.findUnique({
      where: { id },
      select: { billing: true, updatedAt: true, locale: true },
    })
    if (!order) throw new Problem('not_found')
    assertVersion(order, version)
    if (financeEmail === undefined || financeEmail === financeEmailOf(order.billing)) return
    const billing = withFinanceEmail(order.billing, financeEmail) ?? Prisma.DbNull
    await tx.videoEditingOrder.update({ where: { id }, data: { billing } })
    const { id: change } = await recordChange(tx, {
      actor,
      action: 'contact',
      entity: 'order',
      entityId: id,
      before: null,
      after: { corrected: 'financeEmail' },
    })
    if (await holdsMoney({ orderId: id }, tx))
      await warnOfContact(tx, {
        ...{ id: change, orderId: id },
        changed: [
          { field: 'financeEmail', former: financeEmailOf(order.billing), locale: order.locale },
        ],
      })
    await tellFinance(tx, { orderId: id })
  })
