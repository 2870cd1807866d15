'use client'
import { pictureFile, pictureSource, type PictureName } from '@/lib/pictures'

/**
 * A decorative picture: AVIF in its sizes, one WebP for the few without it. Each byte stands in the
 * page twice.
 */
export const Shot = ({ name, sizes }: { name: PictureName; sizes: string }) => (
  <picture>
    <source
      type="image/avif"
      srcSet={pictureFile(name)
        .widths.map((width) => `${pictureSource(name, width, 'avif')} ${width}w`)
        .join()}
      sizes={sizes}
    />
    <img
      src={pictureSource(name, pictureFile(name).widths[1] ?? 800, 'webp')}
      alt=""
      loading="lazy"
    />
  </picture>
)
