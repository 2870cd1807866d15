'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { inPage } from '@/components/ui/alive'
import { buttonVariants } from '@/components/ui/button-variants'
import { addressLine, type Site } from '@/lib/settings/site'
import { useSite } from './site-context'

// The one foreign host that pages may frame for a map: next.config.mjs names it too.
function mapAround({ latitude, longitude }: Site['geo']): string {
  const area = [longitude - 0.005, latitude - 0.0032, longitude + 0.005, latitude + 0.0032].map(
    (degrees) => degrees.toFixed(4),
  )
  return `https://www.openstreetmap.org/export/embed.html?bbox=${area.join('%2C')}&layer=mapnik&marker=${latitude}%2C${longitude}`
}

/** The same place on the map's own page, for a press that comes before our code. */
const mapPageOf = ({ latitude, longitude }: Site['geo']): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/**
 * Where the studio is. Nothing is fetched from the map's host before the visitor asks for it; the
 * box keeps its size.
 */
export function StudioMap({ className = 'h-60' }: { className?: string }) {
  const t = useTranslations('common.map')
  const studio = useSite()
  const [isShown, setShown] = useState(false)
  return (
    <div
      className={`relative isolate overflow-hidden rounded-lg border border-line bg-card ${className}`}
    >
      {isShown ? (
        <iframe
          ref={(frame) => frame?.focus()}
          src={mapAround(studio.geo)}
          title={t('title', { name: studio.name })}
          sandbox="allow-scripts allow-same-origin allow-popups"
          className="night-map size-full border-0"
        />
      ) : (
        <div className="map-streets grid size-full content-center justify-items-start gap-3 p-5 text-sm">
          <p className="glyph glyph-map-pin">{addressLine(studio)}</p>
          <p className="max-w-[44ch] text-xs text-muted">{t('note')}</p>
          <a
            href={mapPageOf(studio.geo)}
            onClick={inPage(() => setShown(true))}
            className={buttonVariants({ variant: 'outline' })}
          >
            {t('show')}
          </a>
        </div>
      )}
    </div>
  )
}
