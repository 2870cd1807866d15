import 'server-only'
import { pickAuditFields } from '@/lib/audit/changes'
import { recordChange } from '@/lib/audit/record'
import { isDuplicate } from '@/lib/database-errors'
import { transaction } from '@/lib/db'
import { toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { shownCode } from './queries'
import type { NewCode } from './schema'

/** Throws invalid_request (code) while another one with this word goes on. */
export const addCode = ({ amountSen, ...wish }: NewCode, actor: string) =>
  transaction(async (tx) => {
    const data = { ...wish, amount: amountSen === null ? null : toDecimal(amountSen) }
    const row = await tx.code.create({ data }).catch((error: unknown) => {
      throw isDuplicate(error)
        ? new Problem('invalid_request', { fields: { code: 'code_taken' } })
        : error
    })
    await recordChange(tx, {
      actor,
      action: 'create',
      entity: 'code',
      entityId: row.id,
      before: null,
      after: pickAuditFields(data),
    })
    return shownCode(row)
  })

/** Nobody can use it from now on; what was booked or is held with it stays. Throws not_found. */
export const stopCode = ({ id, actor, now }: { id: number; actor: string; now: Date }) =>
  transaction(async (tx) => {
    const { count } = await tx.code.updateMany({
      where: { id, stoppedAt: null },
      data: { stoppedAt: now },
    })
    if (count > 0)
      await recordChange(tx, {
        actor,
        action: 'stop',
        entity: 'code',
        entityId: id,
        before: null,
        after: null,
      })
    const row = await tx.code.findUnique({ where: { id } })
    if (!row) throw new Problem('not_found')
    return shownCode(row)
  })
