import { getTranslations } from 'next-intl/server'
import { LENGTH_KEYS, PRICED_LENGTHS, TIERS, type PricedLength, type Tier } from '@/lib/studio'
import type { OrderWords } from './types'

/** The tiers' and lengths' names in the page's language, as Home shows them. */
export async function orderWords(): Promise<OrderWords> {
  const t = await getTranslations('editing')
  return {
    tiers: Object.fromEntries(TIERS.map((tier) => [tier, t(`${tier}.name`)])) as Record<
      Tier,
      string
    >,
    lengths: Object.fromEntries(
      PRICED_LENGTHS.map((length) => [length, t(`lengths.${LENGTH_KEYS[length]}`)]),
    ) as Record<PricedLength, string>,
  }
}
