import { balances } from './balance'
import { customers } from './customers'
import type { Endpoint } from './endpoint'
import { paymentIntents } from './payment-intents'
import { paymentLinks } from './payment-links'
import { prices } from './prices'
import { products } from './products'
import { readable } from './readable'
import { refunds } from './refunds'

const ENDPOINTS: Endpoint[] = [
  ...paymentIntents,
  ...refunds,
  ...readable,
  ...balances,
  ...customers,
  ...products,
  ...prices,
  ...paymentLinks,
]

function idIn(pattern: string, path: string): string | null {
  const wanted = pattern.split('/')
  const actual = path.split('/')
  if (wanted.length !== actual.length) return null
  const at = wanted.indexOf(':id')
  const same = wanted.every((segment, index) => index === at || segment === actual[index])
  if (!same) return null
  return at < 0 ? '' : actual[at] || null
}

/** The endpoint at this address, and the object the address names. */
export function findEndpoint(
  method: string,
  path: string,
): { endpoint: Endpoint; id: string } | null {
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== method) continue
    const id = idIn(endpoint.path, path)
    if (id !== null) return { endpoint, id }
  }
  return null
}
