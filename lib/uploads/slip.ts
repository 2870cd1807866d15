import 'server-only'
import { Problem } from '@/lib/problem'
import { pictureOf } from './picture-process'
import { isPdf, isSlipPicture } from './rules'

type SlipFile = {
  type: string
  data: Uint8Array
  /** By which the same picture is found; null of a PDF. */
  look: Uint8Array | null
}

/**
 * A bank's slip as it is kept: a PDF as it is, a picture made anew, without what it says about its camera
 * and place. Throws invalid_request for anything else, and as `pictureOf`.
 */
export async function slipFile(bytes: Uint8Array): Promise<SlipFile> {
  // A picture first: what it says about its camera may name a PDF.
  if (isSlipPicture(bytes)) {
    const { data, look } = await pictureOf(bytes, { first: false })
    return { type: 'image/webp', data, look }
  }
  if (isPdf(bytes)) return { type: 'application/pdf', data: bytes, look: null }
  throw new Problem('invalid_request', { sentence: 'not_a_slip', fields: { file: 'not_a_slip' } })
}
