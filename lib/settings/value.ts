import 'server-only'
import { db, type Tx } from '@/lib/db'
import type { SettingKey } from './schema'

/**
 * What the owner has set under `key`, as the database has it now: {} where nothing was ever set, so
 * every reader puts it over its own default. `Value` is the shape that lib/settings/schema.ts lets
 * in under that key; nothing is checked again here. A transaction hands itself over, so as not to
 * wait for a second connection.
 */
export const settingValue = async <Value>(
  key: SettingKey,
  client: Pick<Tx, 'setting'> = db(),
): Promise<Partial<Value>> =>
  ((await client.setting.findUnique({ where: { key }, select: { value: true } }))?.value ??
    {}) as Partial<Value>
