import 'server-only'
import { createHash } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { uploadPath, type SoundKind } from './rules'
import { storage } from './storage'

/** Stored as it is, with what it says about itself. Returns its address on this site. */
export async function storeSound({
  bytes,
  kind,
  actor,
}: {
  bytes: Uint8Array
  kind: SoundKind
  actor: string
}): Promise<{ url: string }> {
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.${kind}`
  await storage().put(name, Buffer.from(bytes))
  const kept = { url: uploadPath(name) }
  await transaction((tx) =>
    recordChange(tx, {
      actor,
      action: 'upload',
      entity: 'upload',
      entityId: name,
      before: null,
      after: kept,
    }),
  )
  return kept
}
