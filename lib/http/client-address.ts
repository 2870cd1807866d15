import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

// Cached: every request is parsed, and callers repeat.
const normal = new LRUCache<string, string>({ max: 1_000 })

// With brackets, zone and port, and some spare length.
const LONGEST = 100

type Connection = {
  /** The peer's address as the socket names it. */
  socket: string | undefined
  /** X-Forwarded-For, all its lines joined by commas. */
  forwardedFor: string | undefined
  /** How many of our own proxies are in front: TRUSTED_PROXY_HOPS. */
  hops: number
}

/**
 * What rate limits count (docs/decisions/020 A5): the socket's address when no proxy is trusted,
 * otherwise the one `hops` from the right of X-Forwarded-For, because everything further left is
 * written by the client. Falls back to the socket.
 */
export function clientAddressOf({ socket, forwardedFor, hops }: Connection): string {
  const own = normalAddress(socket ?? '') ?? 'unknown'
  if (hops === 0) return own
  return normalAddress(forwardedFor?.split(',').at(-hops) ?? '') ?? own
}

/**
 * One spelling per client: IPv4 unchanged (also when mapped into IPv6), IPv6 cut to its /64, which
 * is one household or server. Null for anything that is not an address.
 */
export function normalAddress(text: string): string | null {
  if (text.length > LONGEST) return null
  const known = normal.get(text)
  if (known !== undefined) return known
  const address = parsed(text)
  if (address !== null) normal.set(text, address)
  return address
}

function parsed(text: string): string | null {
  const [bare = ''] = withoutPort(text.trim()).split('%', 1)
  const version = isIP(bare)
  if (version === 4) return bare
  if (version !== 6) return null
  const address = ipaddr.parse(bare) as ipaddr.IPv6
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Of this machine or a private network: who forwards from there is a proxy of ours and no visitor. */
export function isPrivateAddress(text: string | undefined): boolean {
  if (text === undefined || !ipaddr.isValid(text)) return false
  return ['private', 'loopback', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(text).range())
}

// Global unicast. Whatever else counts as unicast is unassigned, or another spelling of IPv4: `::7f00:1`.
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
// Of the public internet by their numbers, and answered within a provider's network alone: the agent of
// every machine at Azure, the services of IBM's cloud.
const PROVIDERS_OWN = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((network) =>
  ipaddr.IPv4.parseCIDR(network),
)

/** Not of this machine, its network, its provider's network or its metadata service. */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4
    ? !PROVIDERS_OWN.some((network) => address.match(network))
    : address.match(PUBLIC_IPV6)
}

/**
 * Of an address in the spelling of `normalAddress`: the /24 of IPv4, the /48 of IPv6, which one
 * customer of a provider may own. Null when there is no address.
 */
export function networkOf(address: string): string | null {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const [site, length] = address.split('::/')
  if (length !== '64' || site === undefined) return null
  return `${site.split(':').slice(0, 3).join(':')}::/48`
}

// Proxies also write "203.0.113.7:4711" and "[2001:db8::1]:4711".
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(text)
  return bracketed?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}
