'use client'
import { useTranslations } from 'next-intl'
import { Fragment, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { enhanceLink } from '@/components/ui/hydrated'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Site } from '@/lib/settings/site'
import { DRAWING, mapPageOf, type DrawnPlace, placeOnDrawing } from './place'
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

const STATIONS = [
  { key: 'mrt', east: -66, south: -4 },
  { key: 'monorail', east: 8, south: 58 },
] as const
const LANDMARKS = [
  { name: 'Lot 10', east: 84, south: -2 },
  { name: 'Pavilion KL', east: 255, south: -165 },
  { name: 'Starhill', east: 262, south: -84 },
  { name: 'Sungei Wang', east: 34, south: 150 },
  { name: 'Jalan Bukit Bintang', east: -150, south: 110, turned: -43.6 },
  { name: 'Jalan Imbi', east: 330, south: 66, turned: -34 },
] as const

/** How far from the studio a mark may be, so that its name is whole in the widest box. */
const NEAR_MARK = { east: 330, south: 170 } as const
/** The same for a station, which the narrowest box has too. */
const NEAR_STATION = { east: 200, south: 160 } as const

// Streets are longer than the straight line; from the platform to the street, and up in the lift.
const [DETOUR, METRES_PER_MINUTE, MINUTES_INSIDE] = [1.3, 75, 3]

/** On foot from a station to the studio, in whole minutes. */
export function walkingMinutes(studio: DrawnPlace, station: DrawnPlace): number {
  const metres = Math.hypot(studio.east - station.east, studio.south - station.south)
  return Math.ceil((metres * DETOUR) / METRES_PER_MINUTE) + MINUTES_INSIDE
}

/**
 * The studio's location: a drawing of its streets, and on a click the live map. Nothing is loaded
 * from the map's host before that. Its address stands beside it, on every page that has it.
 */
export function StudioMap({ className = '' }: { className?: string }) {
  const t = useTranslations('common.map')
  const studio = useSite()
  const [isShown, setShown] = useState(false)
  return (
    <div className={`isolate overflow-hidden rounded-lg border border-line bg-card ${className}`}>
      <div className="map-box">
        <div>
          {isShown ? (
            <LiveMap src={mapAround(studio.geo)} title={t('title', { name: studio.name })} />
          ) : (
            <Drawing studio={studio} />
          )}
        </div>
      </div>
      <div className="grid justify-items-start gap-3 border-t border-line p-5 text-sm">
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

const isNear = (place: DrawnPlace, studio: DrawnPlace, most: DrawnPlace) =>
  Math.abs(place.east - studio.east) <= most.east &&
  Math.abs(place.south - studio.south) <= most.south

/** Where the style sheet puts it: in metres from the studio. */
const at = ({ east, south }: DrawnPlace, studio: DrawnPlace, turned = 0) =>
  ({
    '--east': Math.round(east - studio.east),
    '--south': Math.round(south - studio.south),
    '--turned': `${turned}deg`,
  }) as CSSProperties

/** The drawn streets around the studio, with the ways from its stations. */
function Drawing({ studio }: { studio: Pick<Site, 'name' | 'geo'> }) {
  const t = useTranslations('common.map')
  const place = placeOnDrawing(studio.geo)
  if (!place) return <div className="map-streets size-full" />
  const corner = { east: -DRAWING.width / 2, south: -DRAWING.height / 2 }
  return (
    <>
      <img
        src="/pictures/streets.svg"
        alt={t('drawing', { name: studio.name })}
        width={DRAWING.width}
        height={DRAWING.height}
        loading="lazy"
        decoding="async"
        style={at(corner, place)}
      />
      {LANDMARKS.filter((mark) => isNear(mark, place, NEAR_MARK)).map(({ name, ...mark }) => (
        <span
          key={name}
          aria-hidden="true"
          className="map-mark"
          style={at(mark, place, 'turned' in mark ? mark.turned : 0)}
        >
          {name}
        </span>
      ))}
      {STATIONS.filter((station) => isNear(station, place, NEAR_STATION)).map(
        ({ key, ...station }) => {
          const [east, south] = [place.east - station.east, place.south - station.south]
          const line = {
            ...at(station, place, (Math.atan2(south, east) * 180) / Math.PI),
            '--metres': Math.round(Math.hypot(east, south)),
          }
          return (
            <Fragment key={key}>
              <i aria-hidden="true" className="map-walk" style={line} />
              <span
                className={`map-station ${east > 0 ? 'map-west' : 'map-east'}`}
                style={at(station, place)}
              >
                {t(key, { minutes: walkingMinutes(place, station) })}
              </span>
            </Fragment>
          )
        },
      )}
      <i aria-hidden="true" className="map-here" />
      <span aria-hidden="true" className="map-studio">
        {studio.name}
      </span>
    </>
  )
}
