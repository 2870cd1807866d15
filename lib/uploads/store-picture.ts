import 'server-only'
import { keepUpload } from './keep'
import { pictureOf } from './picture-process'

/** Made anew and kept. Returns its address on this site. Throws as `pictureOf`, and unavailable. */
export async function storePicture({
  bytes,
  actor,
}: {
  bytes: Uint8Array
  actor: string
}): Promise<{ url: string; width: number; height: number }> {
  const { data, width, height } = await pictureOf(bytes, { first: true })
  return keepUpload({ data, ending: 'webp', actor, about: { width, height } })
}
