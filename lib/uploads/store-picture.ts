import 'server-only'
import sharp from 'sharp'
import { Problem } from '@/lib/problem'
import { keepUpload } from './keep'
import { LONGEST_SIDE } from './rules'

// Not SVG, which can contain scripts. Not PDF or TIFF, which have many pages and less reviewed
// decoders.
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']
// A small file can unpack to gigabytes: 50 million pixels are more than any camera's thumbnail
// needs.
const MAX_PIXELS = 50_000_000

/**
 * Decoded, turned upright, at most 1920 px on its longer side, re-encoded as WebP without the
 * file's data about the camera or the place. An animation stays one. Returns its address on this
 * site. Throws invalid_request (not a picture, too many pixels, or cut off).
 */
export async function storePicture({
  bytes,
  actor,
}: {
  bytes: Uint8Array
  actor: string
}): Promise<{ url: string; width: number; height: number }> {
  const { data, ...about } = await pictureOf(bytes)
  return keepUpload({ data, ending: 'webp', actor, about })
}

/** As it is kept. Throws as `storePicture`. */
export async function pictureOf(bytes: Uint8Array) {
  // Only the header is read here, whatever number of pixels it announces.
  const about = await sharp(bytes, { animated: true, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!about || !FORMATS.includes(about.format)) throw refused('not_a_picture')
  // HEIC, as iPhones take it: its header is read, and the package has no decoder for the rest.
  if (about.format === 'heif' && about.compression !== 'av1') throw refused('not_a_picture')
  // All pictures of an animation are below each other, and together count as one.
  if (about.width * about.height > MAX_PIXELS) throw refused('picture_too_many_pixels')
  const picture = sharp(bytes, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' })
  try {
    const fitted = picture.rotate().resize({
      width: LONGEST_SIDE,
      height: LONGEST_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    const { data, info } = await fitted.webp({ quality: 82 }).toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.pageHeight ?? info.height }
  } catch {
    // It begins as a picture and cannot be read to its end; what the decoder reports is not for
    // visitors.
    throw refused('picture_broken')
  }
}

const refused = (sentence: 'not_a_picture' | 'picture_too_many_pixels' | 'picture_broken') =>
  new Problem('invalid_request', { sentence, fields: { file: sentence } })
