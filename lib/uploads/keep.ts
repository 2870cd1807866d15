import 'server-only'
import { createHash } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { uploadPath } from './rules'
import { storage } from './storage'

type Upload<About> = {
  data: Uint8Array
  /** Of the file's name. */
  ending: string
  actor: string
  /** What is known of it, for the record. */
  about: About
}

/** Stores a file under the hash of its bytes and records who brought it. Returns its address. */
export async function keepUpload<About extends object>(
  upload: Upload<About>,
): Promise<{ url: string } & About> {
  const { data, ending, actor, about } = upload
  const name = `${createHash('sha256').update(data).digest('hex').slice(0, 40)}.${ending}`
  await storage().put(name, Buffer.from(data))
  const kept = { url: uploadPath(name), ...about }
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
