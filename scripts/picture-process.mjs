// Opens pictures of strangers, one at a time, for lib/uploads/picture-process.ts: in a process of its
// own, because decoding takes seconds of a thread and hundreds of megabytes, and decoders have faults.
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp from 'sharp'

const WATCH_MS = 25
// Not SVG, which can contain scripts. Not PDF or TIFF, which have many pages and less reviewed
// decoders.
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)
setPriority(10)
// Where memory is short, the system ends this process and not the site.
if (process.platform === 'linux')
  await writeFile('/proc/self/oom_score_adj', '1000').catch((error) => console.error(error.message))

// In a terminal the parent's signals reach its whole group; the parent finishes its requests first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
process.on('message', async ({ bytes, limits }) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > limits.bytesInMemory)
      process.send({ refused: 'picture_too_much_work' })
  }, WATCH_MS)
  const made = await pictureOf(bytes, limits)
  clearInterval(watch)
  process.send(made)
})
process.send({ ready: true })

/** Upright and re-encoded as WebP, or why not. What the decoder reports is not for visitors. */
async function pictureOf(bytes, { longestSide, pixels, look }) {
  // Only the header is read here, whatever number of pixels it announces.
  const about = await sharp(bytes, { animated: true, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!about || !FORMATS.includes(about.format)) return { refused: 'not_a_picture' }
  // HEIC, as iPhones take it: its header is read, and the package has no decoder for the rest.
  if (about.format === 'heif' && about.compression !== 'av1') return { refused: 'not_a_picture' }
  // All pictures of an animation are below each other, and together count as one.
  const most = about.format === 'heif' || about.depth !== 'uchar' ? pixels / 2 : pixels
  if (about.width * about.height > most) return { refused: 'picture_too_many_pixels' }
  const picture = sharp(bytes, { animated: true, limitInputPixels: pixels, failOn: 'error' })
  try {
    const fitted = picture.rotate().resize({
      width: longestSide,
      height: longestSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    const { data, info } = await fitted.webp({ quality: 82 }).toBuffer({ resolveWithObject: true })
    return {
      ...{ data, width: info.width, height: info.pageHeight ?? info.height },
      look: await looksLike(data, look),
    }
  } catch {
    // It begins as a picture and cannot be read to its end.
    return { refused: 'picture_broken' }
  }
}

/** A few grey pixels of it, by which the same picture is found however it was compressed. */
const looksLike = (picture, { width, height }) =>
  sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
