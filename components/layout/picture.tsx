import { cn } from '@/components/ui/cn'
import { pictureFile, pictureSource, type PictureName } from '@/lib/seo/pictures'

type Props = {
  name: PictureName
  /** Empty for decoration. */
  alt: string
  /** As in `<img sizes>`: the layout width of the picture. */
  sizes: string
  /** For the first view: loaded at once instead of when it is scrolled near. */
  priority?: boolean
  className?: string
}

const set = (name: PictureName, format: 'avif' | 'webp') =>
  pictureFile(name)
    .widths.map((width) => `${pictureSource(name, width, format)} ${width}w`)
    .join(', ')

/**
 * One of the studio's own pictures: AVIF or WebP in the size that the layout needs, with a blurred
 * preview until then, and no layout shift.
 */
export function Picture({ name, alt, sizes, priority = false, className }: Props) {
  const { width, height, widths, blur } = pictureFile(name)
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={set(name, 'avif')} sizes={sizes} />
      <img
        src={pictureSource(name, widths.at(-1) ?? width, 'webp')}
        srcSet={set(name, 'webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        style={blur ? { background: `center/cover url(${blur})` } : undefined}
        className={cn('block h-auto w-full object-cover', className)}
      />
    </picture>
  )
}

/** A decorative picture: AVIF in its sizes, one WebP for the few browsers without it. */
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
