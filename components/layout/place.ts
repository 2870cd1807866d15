import type { Site } from '@/lib/settings/site'

/** The same place on the map's own page. */
export const mapPageOf = ({ latitude, longitude }: Site['geo']): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/**
 * The drawn streets (public/pictures/streets.svg) in metres, around the studio that they were drawn
 * for: east and south of it are positive.
 */
export const DRAWING = { width: 1200, height: 900, latitude: 3.1466, longitude: 101.7113 } as const
/** The maximum distance of a place from its centre, so that the streets around it are drawn too. */
const REACH = { east: 200, north: 200 } as const
const METRES_PER_DEGREE = 111_195

export type DrawnPlace = { east: number; south: number }

/** The position of a place on the drawing, in metres; null outside it, where the studio has moved. */
export function placeOnDrawing({ latitude, longitude }: Site['geo']): DrawnPlace | null {
  const north = (latitude - DRAWING.latitude) * METRES_PER_DEGREE
  const shrink = Math.cos((DRAWING.latitude * Math.PI) / 180)
  const east = (longitude - DRAWING.longitude) * METRES_PER_DEGREE * shrink
  if (Math.abs(east) > REACH.east || Math.abs(north) > REACH.north) return null
  return { east, south: -north }
}
