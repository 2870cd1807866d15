import 'server-only'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { LONGEST_SIDE, uploadPath } from './rules'
import { storage } from './storage'

// Not SVG, which can contain scripts. Not PDF or TIFF, which have many pages and less reviewed
// decoders.
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']
// A small file can unpack to gigabytes: 50 million pixels are more than any camera's thumbnail
// needs.
const MAX_PIXELS = 50_000_000

/**
 * Stores a picture: decoded, turned upright, at most 1920 px on its longer side, re-encoded as WebP
 * without the file's data about the camera or the place. Returns its address on this site. Throws
 * invalid_request (not a picture).
 */
export async function keepPicture({
  bytes,
  actor,
}: {
  bytes: Uint8Array
  actor: string
}): Promise<{ url: string; width: number; height: number }> {
  const { data, info } = await encoded(bytes)
  const name = `${createHash('sha256').update(data).digest('hex').slice(0, 40)}.webp`
  await storage().put(name, data)
  const kept = { url: uploadPath(name), width: info.width, height: info.height }
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

async function encoded(bytes: Uint8Array) {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    if (!FORMATS.includes((await picture.metadata()).format))
      throw new Error('not a format of ours')
    const fitted = picture.rotate().resize({
      width: LONGEST_SIDE,
      height: LONGEST_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    return await fitted.webp({ quality: 82 }).toBuffer({ resolveWithObject: true })
  } catch {
    // Whatever the decoder reports, the file could not be read as a picture; its message is not for
    // visitors.
    throw new Problem('invalid_request', {
      sentence: 'not_a_picture',
      fields: { file: 'not_a_picture' },
    })
  }
}
