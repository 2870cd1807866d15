import type { Length, Tier } from '@/lib/studio'

/** What a tier says of itself, in the page's language. */
export type TierWords = { name: string; text: string; features: string[]; badge: string | null }

/**
 * The island's sentences: handed over ready, because a dictionary provider weighs more than the
 * island.
 */
export type Words = {
  tier: string
  popular: string
  tiers: Record<Tier, TierWords>
  length: string
  lengths: Record<Length, string>
  discuss: string
  rush: string
  rushText: string
  summary: string
  price: string
  surcharge: string
  tax: string
  total: string
  delivery: string
  /** By tier, and with rush; `due` and `vip` keep their {date} and {price} for the browser. */
  takes: Record<Tier | 'rush', string>
  due: string
  vip: string
  choose: string
  checkout: string
  whatsapp: string
  newTab: string
}
