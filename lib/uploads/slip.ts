import 'server-only'
import { Problem } from '@/lib/problem'
import { pictureOf } from './picture-process'
import { isPdf, isSlipPicture } from './rules'

/**
 * A bank's slip as it is kept: a PDF as it is, a picture made anew, without what it says about its camera
 * and place. Throws invalid_request for anything else, and as `pictureOf`.
 */
export async function slipFile(bytes: Uint8Array): Promise<{ type: string; data: Uint8Array }> {
  // A picture first: what it says about its camera may name a PDF.
  if (isSlipPicture(bytes))
    return { type: 'image/webp', data: (await pictureOf(bytes, { first: false })).data }
  if (isPdf(bytes)) return { type: 'application/pdf', data: bytes }
  throw new Problem('invalid_request', { sentence: 'not_a_slip', fields: { file: 'not_a_slip' } })
}
