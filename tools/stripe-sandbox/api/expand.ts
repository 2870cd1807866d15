import { invalid } from '../http/errors'
import type { Sandbox } from '../sandbox'
import type { Kind } from '../store/records'

const KINDS: Record<string, Kind> = {
  pi: 'payment_intent',
  ch: 'charge',
  // Of bank transfers and wallets.
  py: 'charge',
  re: 'refund',
  pyr: 'refund',
  cus: 'customer',
  prod: 'product',
  price: 'price',
  pm: 'payment_method',
  plink: 'payment_link',
  du: 'dispute',
  txn: 'balance_transaction',
  po: 'payout',
}

type Node = Record<string, unknown>

/** The object an identifier names, from its prefix. */
export function byId(sandbox: Sandbox, id: string): Node | undefined {
  const kind = KINDS[id.split('_', 1)[0] ?? '']
  return kind ? (sandbox.store.get(kind, id) as unknown as Node | undefined) : undefined
}

// Lists that appear only when asked for.
function includable(sandbox: Sandbox, node: Node, field: string): unknown {
  const { store } = sandbox
  if (node.object === 'charge' && field === 'refunds') {
    const data = store
      .all('refund')
      .filter((refund) => refund.charge === node.id)
      .reverse()
    return { object: 'list', data, has_more: false, url: `/v1/charges/${String(node.id)}/refunds` }
  }
  if (node.object === 'payment_link' && field === 'line_items')
    return lineItems(sandbox, String(node.id))
  return undefined
}

export function lineItems(sandbox: Sandbox, link: string): object {
  const items = sandbox.store.get('line_items', link)?.items ?? []
  const data = items.map(({ price: id, quantity }, index) => {
    const price = sandbox.store.get('price', id)
    const amount = (price?.unit_amount ?? 0) * quantity
    return {
      id: `li_${link.slice(6)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price?.currency ?? 'myr',
      description: price?.nickname ?? null,
      metadata: {},
      price: structuredClone(price ?? null),
      quantity,
    }
  })
  return { object: 'list', data, has_more: false, url: `/v1/payment_links/${link}/line_items` }
}

function follow(sandbox: Sandbox, node: Node, path: string[], whole: string): void {
  const [field = '', ...rest] = path
  const value = field in node ? node[field] : includable(sandbox, node, field)
  if (value === undefined)
    throw invalid(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  const found = typeof value === 'string' ? structuredClone(byId(sandbox, value)) : value
  if (typeof value === 'string' && !found && rest.length === 0 && !/^[a-z]+_/.test(value)) {
    throw invalid(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  }
  if (!found || typeof found !== 'object') return
  node[field] = found
  if (rest.length === 0) return
  for (const each of Array.isArray(found) ? found : [found])
    follow(sandbox, each as Node, rest, whole)
}

/**
 * A copy of `body` with the named identifiers replaced by their objects, four levels deep at most
 * as in Stripe.
 */
export function expand(sandbox: Sandbox, body: object, paths: string[]): object {
  const copy = structuredClone(body) as Node
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 4)
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    if (steps[0] === 'data' && copy.object === 'list')
      for (const each of copy.data as Node[]) follow(sandbox, each, steps.slice(1), path)
    else follow(sandbox, copy, steps, path)
  }
  return copy
}
