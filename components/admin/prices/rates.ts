import type { RATES, ServiceState } from '@/lib/catalog/rules'

export type RateName = (typeof RATES)[number]
export type PricedService = Record<RateName, string | null> & {
  id: number
  /** In the reader's language. */
  name: string
  isAddOn: boolean
  state: ServiceState
}

const GROUPS = ['offered', 'addOns', 'apart'] as const

/** What customers can book, what is added to it, and apart what they cannot see or nobody can book. */
export const groupedPrices = (services: readonly PricedService[]) =>
  GROUPS.map((group) => ({
    group,
    services: services.filter(
      ({ isAddOn, state }) =>
        group === (state !== 'offered' ? 'apart' : isAddOn ? 'addOns' : 'offered'),
    ),
  })).filter((one) => one.services.length > 0)
