import type { Params } from '../http/form'
import { record, text } from '../http/params'

export interface BillingDetails {
  address: {
    city: string | null
    country: string | null
    line1: string | null
    line2: string | null
    postal_code: string | null
    state: string | null
  }
  email: string | null
  name: string | null
  phone: string | null
  tax_id: string | null
}

export function billingDetails(input: Params | undefined): BillingDetails {
  const from = input ?? ({} as Params)
  const address = record(from, 'address') ?? ({} as Params)
  const part = (name: string) => text(address, name) ?? null
  return {
    address: {
      city: part('city'),
      country: part('country'),
      line1: part('line1'),
      line2: part('line2'),
      postal_code: part('postal_code'),
      state: part('state'),
    },
    email: text(from, 'email') ?? null,
    name: text(from, 'name') ?? null,
    phone: text(from, 'phone') ?? null,
    tax_id: text(from, 'tax_id') ?? null,
  }
}
