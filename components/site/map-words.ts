import { SITE } from '@/lib/site'

export type MapWords = { title: string; address: string; note: string; show: string }

/** The map's sentences; `t` translates keys of the namespace `common`. */
export function mapWords(t: (key: 'map.title' | 'map.note' | 'map.show', values?: { name: string }) => string): MapWords {
  const { unit, street, city } = SITE.address
  return { title: t('map.title', { name: SITE.name }), address: `${unit}, ${street}, ${city}`, note: t('map.note'), show: t('map.show') }
}
