import type { BookableService } from '@/lib/catalog/queries'
import { toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import type { AddOn, AddOnRate } from './price'

/** At the current rates, by id. Throws invalid_request (addOns) for no add-on, or one not offered. */
export const chosenAddOns = (
  ids: readonly number[],
  services: ReadonlyMap<number, BookableService>,
): AddOnRate[] =>
  [...new Set(ids)]
    .sort((a, b) => a - b)
    .map((id) => {
      const service = services.get(id)
      if (!service?.isAddOn) throw refusedAddOns('choice')
      if (service.state !== 'offered') throw refusedAddOns('service_not_offered')
      return { serviceId: id, hourlyRateSen: service.rates.hourly }
    })

export const refusedAddOns = (reason: string) =>
  new Problem('invalid_request', { fields: { addOns: reason } })

export const addOnAmounts = ({ hours, hourlyRateSen }: AddOn) => ({
  hours,
  hourlyRate: toDecimal(hourlyRateSen),
  totalAmount: toDecimal(hourlyRateSen * hours),
})
