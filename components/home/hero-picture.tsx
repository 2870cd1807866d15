'use client'
import { pictureFile, pictureSource, type PictureName } from '@/lib/pictures'

const set = (name: PictureName) =>
  pictureFile(name)
    .widths.map((width) => `${pictureSource(name, width, 'avif')} ${width}w`)
    .join()

// A window higher than wide gets the scene composed for it. Its picture is laid out by height: 3 /
// 4 of it in width.
const UPRIGHT = '(max-aspect-ratio: 4/5)'

/**
 * The scene behind the headline, decoration: the wide one or the upright one, fetched at once, its
 * blurred self until then.
 */
export function HeroPicture() {
  const { blur } = pictureFile('hero')
  return (
    <picture>
      <source media={UPRIGHT} type="image/avif" srcSet={set('hero-portrait')} sizes="100vw" />
      <source media={UPRIGHT} srcSet={pictureSource('hero-portrait', 750, 'webp')} />
      <source type="image/avif" srcSet={set('hero')} sizes="100vw" />
      <img
        src={pictureSource('hero', 1280, 'webp')}
        alt=""
        fetchPriority="high"
        decoding="async"
        style={blur ? { background: `center/cover url(${blur})` } : undefined}
        className="hero-picture"
      />
    </picture>
  )
}
