'use client'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { enhanceLink } from '@/components/ui/hydrated'
import { buttonVariants } from '@/components/ui/button-variants'
import { addressLine, type Site } from '@/lib/settings/site'
import { useSite } from './site-context'

// The only foreign host that pages may frame for a map: next.config.mjs names it too.
function mapAround({ latitude, longitude }: Site['geo']): string {
  const area = [longitude - 0.005, latitude - 0.0032, longitude + 0.005, latitude + 0.0032].map(
    (degrees) => degrees.toFixed(4),
  )
  const marker = `${latitude}%2C${longitude}`
  const query = `bbox=${area.join('%2C')}&layer=mapnik&marker=${marker}`
  return `https://www.openstreetmap.org/export/embed.html?${query}`
}

/** The same place on the map's own page, for a click before hydration. */
const mapPageOf = ({ latitude, longitude }: Site['geo']): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/**
 * The drawn map (tools/art/drawings/map.svg): one pixel is one metre, and the studio it was drawn
 * for is at its centre.
 */
const DRAWING = { width: 1200, height: 900, latitude: 3.1466, longitude: 101.7113 } as const
/**
 * The maximum distance of a place from its centre, in metres, so that the streets around it are
 * drawn too.
 */
const REACH = { east: 250, north: 200 } as const
const METRES_PER_DEGREE = 111_195

/**
 * The position of a place on the drawing, in pixels from its top left corner; null for a place
 * outside it, where the studio has moved.
 */
export function placeOnDrawing({ latitude, longitude }: Site['geo']) {
  const north = (latitude - DRAWING.latitude) * METRES_PER_DEGREE
  const shrink = Math.cos((DRAWING.latitude * Math.PI) / 180)
  const east = (longitude - DRAWING.longitude) * METRES_PER_DEGREE * shrink
  if (Math.abs(east) > REACH.east || Math.abs(north) > REACH.north) return null
  return { x: DRAWING.width / 2 + east, y: DRAWING.height / 2 - north }
}

/**
 * The studio's location: a drawing of its streets, and on a click the live map. Nothing is loaded
 * from the map's host before that. `className` sets the map's height.
 */
export function StudioMap({ className = 'h-44' }: { className?: string }) {
  const t = useTranslations('common.map')
  const studio = useSite()
  const [isShown, setShown] = useState(false)
  return (
    <div className="isolate overflow-hidden rounded-lg border border-line bg-card">
      <div className={`relative overflow-hidden ${className}`}>
        {isShown ? (
          <LiveMap src={mapAround(studio.geo)} title={t('title', { name: studio.name })} />
        ) : (
          <Drawing studio={studio} />
        )}
      </div>
      <div className="grid justify-items-start gap-3 border-t border-line p-5 text-sm">
        <p className="glyph glyph-map-pin">{addressLine(studio)}</p>
        {/* Keeps its place, so that nothing moves when the map loads. */}
        <div className={`grid justify-items-start gap-3 ${isShown ? 'invisible' : ''}`}>
          <p className="max-w-[44ch] text-xs text-muted">{t('note')}</p>
          <a
            href={mapPageOf(studio.geo)}
            onClick={enhanceLink(() => setShown(true))}
            className={buttonVariants({ variant: 'outline' })}
          >
            {t('show')}
          </a>
        </div>
      </div>
    </div>
  )
}

/** Takes the focus from the button that has gone, once: not when the router shows the page again. */
function LiveMap({ src, title }: { src: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isNew = useRef(true)
  useLayoutEffect(() => {
    if (isNew.current) frame.current?.focus()
    isNew.current = false
  }, [])
  return (
    <iframe
      ref={frame}
      src={src}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-popups"
      className="night-map size-full border-0"
    />
  )
}

/** The drawn streets, moved so that the studio is at the centre of the box. */
function Drawing({ studio }: { studio: Pick<Site, 'name' | 'geo'> }) {
  const t = useTranslations('common.map')
  const place = placeOnDrawing(studio.geo)
  if (!place) return <div className="map-streets size-full" />
  return (
    <>
      {/* Unoptimised: there is one size for every screen, and it loads when it is scrolled to. */}
      <img
        src="/pictures/map.webp"
        alt={t('drawing', { name: studio.name })}
        width={DRAWING.width}
        height={DRAWING.height}
        loading="lazy"
        decoding="async"
        className="absolute max-w-none"
        style={{ left: `calc(50% - ${place.x}px)`, top: `calc(50% - ${place.y}px)` }}
      />
      <span
        aria-hidden="true"
        className={
          'absolute top-1/2 left-1/2 size-4 -translate-1/2 rounded-full border-3 ' +
          'border-ground bg-tungsten shadow-warm'
        }
      />
      <span
        aria-hidden="true"
        className={
          'absolute top-1/2 left-1/2 -translate-x-1/2 translate-y-3 rounded-md ' +
          'bg-ground px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-tungsten'
        }
      >
        {studio.name}
      </span>
    </>
  )
}
