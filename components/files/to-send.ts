import { isHeic, isJpeg, isPng } from '@/lib/uploads/rules'

/** Why a file is not sent: keys of the sentences. */
export type Unsendable = 'empty' | 'unreadable' | 'too_large' | 'picture_too_large'

const FIRST_BYTES = 1024
// Nothing larger is decoded: it would fill the memory of a phone.
const LARGEST_PICTURE = 100 * 1024 * 1024
/** The server makes a picture no larger than the first of them. */
const SIDES = [1920, 1440, 1080]
const QUALITIES = [0.85, 0.7]

/**
 * What is sent of a chosen file: a picture that is larger than the limit, or of a kind that only phones
 * open, is made smaller here where the browser can open it; everything else stays as it is while it fits.
 * Its bytes are read now, so that it can be sent again when the file is not there any more.
 */
export async function toSend(
  chosen: File,
  limit: number,
): Promise<{ file: File } | { fault: Unsendable }> {
  if (chosen.size === 0) return { fault: 'empty' }
  const first = await bytesOf(chosen.slice(0, FIRST_BYTES))
  if (!first) return { fault: 'unreadable' }
  const fits = chosen.size <= limit
  // Not those that may be an animation, of which a picture would be left.
  const isPicture = isJpeg(first) || isPng(first) || isHeic(first)
  if (isPicture && !(fits && !isHeic(first)) && chosen.size <= LARGEST_PICTURE) {
    const type = isPng(first) ? 'image/png' : 'image/jpeg'
    const smaller = await pictureWithin(chosen, type, limit)
    if (smaller) return { file: smaller }
  }
  if (!fits) return { fault: isPicture ? 'picture_too_large' : 'too_large' }
  const bytes = await bytesOf(chosen)
  if (!bytes) return { fault: 'unreadable' }
  return { file: new File([bytes], chosen.name, { type: chosen.type }) }
}

/** Null where the device does not give them: a file of a cloud that cannot be reached, or was moved. */
const bytesOf = (blob: Blob): Promise<Uint8Array<ArrayBuffer> | null> =>
  blob.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )

/** Upright, and with at most `limit` bytes; null where this browser cannot open it. */
async function pictureWithin(chosen: File, type: string, limit: number): Promise<File | null> {
  const opened = await createImageBitmap(chosen, { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (!opened) return null
  try {
    for (const side of SIDES)
      for (const quality of type === 'image/png' ? [1] : QUALITIES) {
        const drawn = await drawnWithin(opened, { side, type, quality })
        if (drawn && drawn.size <= limit) return new File([drawn], chosen.name, { type })
      }
    return null
  } finally {
    opened.close()
  }
}

type Drawing = { side: number; type: string; quality: number }

function drawnWithin(picture: ImageBitmap, { side, type, quality }: Drawing): Promise<Blob | null> {
  const { width, height } = picture
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, type, quality))
}
