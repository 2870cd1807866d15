import { LRUCache } from 'lru-cache'
import { takingTurns } from './turns'

/**
 * Pictures and papers by what they show, those used last up to so many bytes: each is drawn once, one
 * after the other, also when it is asked for by several at once. Drawing takes a thread of the four
 * that also check passwords and read files. Throws too_many_requests while `waiting` others wait
 * to be drawn.
 */
export function drawnOnce<Drawn extends Uint8Array>({
  bytes,
  waiting,
}: {
  bytes: number
  waiting: number
}) {
  const kept = new LRUCache<string, Drawn>({
    maxSize: bytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  })
  const underWay = new Map<string, Promise<Drawn>>()
  const inTurn = takingTurns({ atOnce: 1, waiting, retryAfter: 10, sentence: 'busy' })

  return async (shows: string, draw: () => Promise<Drawn>): Promise<Drawn> => {
    const known = kept.get(shows) ?? underWay.get(shows)
    if (known) return known
    const drawing = inTurn(draw, { first: false })
    underWay.set(shows, drawing)
    try {
      const picture = await drawing
      kept.set(shows, picture)
      return picture
    } finally {
      underWay.delete(shows)
    }
  }
}
