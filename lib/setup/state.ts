import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { db, transaction, type Tx } from '@/lib/db'
import type { PaymentResult } from './schema'

// The state of set-up, in one row of the settings. It is not a setting: nobody edits it.

const KEY = 'setup'

export type SetupState = {
  finishedAt?: string
  payments?: { result: PaymentResult; at: string; keys: string }
  mail?: { failure: string | null; at: string; server: string }
}

export async function setupState(client: Pick<Tx, 'setting'> = db()): Promise<SetupState> {
  const row = await client.setting.findUnique({ where: { key: KEY }, select: { value: true } })
  return (row?.value ?? {}) as SetupState
}

/** In one statement, so that two simultaneous checks keep both results. */
export async function rememberSetup(change: SetupState, client: Pick<Tx, '$executeRaw'> = db()) {
  await client.$executeRaw`
    INSERT INTO settings (key, value) VALUES (${KEY}, ${JSON.stringify(change)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = settings.value || excluded.value, updated_at = now()`
}

/** Complete or not: the console opens with its bookings from now on. Only the first call counts. */
export async function finishSetup({ actor, now }: { actor: string; now: Date }): Promise<void> {
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM settings WHERE key = ${KEY} FOR UPDATE`
    if ((await setupState(tx)).finishedAt) return
    await rememberSetup({ finishedAt: now.toISOString() }, tx)
    await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'setting',
      entityId: KEY,
      before: null,
      after: { finishedAt: now.toISOString() },
    })
  })
}
