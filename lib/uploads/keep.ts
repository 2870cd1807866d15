import 'server-only'
import { createHash } from 'node:crypto'
import { pickAuditFields } from '@/lib/audit/changes'
import { recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import { Problem } from '@/lib/problem'
import { endTroubles, noteTrouble } from '@/lib/troubles'
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

/** A failure is told to whoever brought the file, and to the owner until one is kept again. */
async function put(name: string, data: Buffer): Promise<void> {
  try {
    await storage().put(name, data)
  } catch (error) {
    log.error(errorFields(error), 'upload not kept')
    await noteTrouble('uploads')
    throw new Problem('unavailable', { sentence: 'not_kept' })
  }
  await endTroubles(['uploads'])
}

/** Stores a file under the hash of its bytes and records who brought it. Returns its address. Throws
 * unavailable when it cannot be kept. */
export async function keepUpload<About extends object>(
  upload: Upload<About>,
): Promise<{ url: string } & About> {
  const { data, ending, actor, about } = upload
  const name = `${createHash('sha256').update(data).digest('hex').slice(0, 40)}.${ending}`
  await put(name, Buffer.from(data))
  const kept = { url: uploadPath(name), ...about }
  await transaction((tx) =>
    recordChange(tx, {
      actor,
      action: 'upload',
      entity: 'upload',
      entityId: name,
      before: null,
      after: pickAuditFields(kept),
    }),
  )
  return kept
}
