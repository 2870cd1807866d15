import 'server-only'
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createGunzip } from 'node:zlib'
import { isPublicAddress } from '@/lib/http/client-address'
import { FeedRefusal } from './refusal'
import { httpsOf } from './schema'

const MOST_BYTES = 2 * 1024 * 1024
const PATIENCE_MS = 10_000
const MOST_REDIRECTS = 3

/** How a calendar is reached; a test has a server of its own. */
export type Network = {
  request: (options: RequestOptions, answered: (answer: IncomingMessage) => void) => Request
  lookup: (
    host: string,
    answered: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void
  /** False for an address that nobody outside may make this server ask. */
  allows: (address: string) => boolean
}
type Request = ReturnType<typeof request>

const INTERNET: Network = {
  request,
  lookup: (host, answered) => dnsLookup(host, { all: true }, answered),
  allows: isPublicAddress,
}

/** The text of a calendar file; `null` is one that is unchanged since the reading that had `etag`. */
export type FeedFile = { text: string | null; etag: string | null }

/**
 * Reads a calendar by https, at most 2 MB in 10 seconds, over at most three redirects. Every name is
 * looked up once and the address that was judged is the one that is asked. Throws FeedRefusal.
 */
export async function fetchCalendar(
  typed: string,
  etag: string | null,
  network: Network = INTERNET,
): Promise<FeedFile> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    let address = new URL(httpsOf(typed))
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await ask(address, etag, signal, network)
      const status = answer.statusCode ?? 0
      const { location } = answer.headers
      if (status === 200) return { text: await textOf(answer, signal), etag: etagOf(answer) }
      answer.destroy()
      if (status === 304 && etag !== null) return { text: null, etag }
      if (status === 404 || status === 410) throw new FeedRefusal('gone')
      if (status < 300 || status >= 400 || location === undefined)
        throw new FeedRefusal('status', String(status))
      address = nextOf(location, address)
    }
    throw new FeedRefusal('redirects')
  } catch (error) {
    if (error instanceof FeedRefusal) throw error
    throw new FeedRefusal(signal.aborted ? 'too_slow' : 'unreachable')
  }
}

function nextOf(location: string, from: URL): URL {
  const next = httpsOf(location)
  if (!URL.canParse(next, from)) throw new FeedRefusal('redirects')
  const address = new URL(next, from)
  if (address.protocol !== 'https:') throw new FeedRefusal('redirects')
  return address
}

const LONGEST_ETAG = 200

function etagOf({ headers }: IncomingMessage): string | null {
  const { etag = '' } = headers
  return etag !== '' && etag.length <= LONGEST_ETAG ? etag : null
}

function ask(
  address: URL,
  etag: string | null,
  signal: AbortSignal,
  { request: begin, lookup, allows }: Network,
): Promise<IncomingMessage> {
  const hostname = address.hostname.replace(/^\[|\]$/g, '')
  // A number is not looked up.
  if (isIP(hostname) && !allows(hostname)) throw new FeedRefusal('unreachable')
  const lookUp: LookupFunction = (host, { all }, answered) =>
    lookup(host, (error, addresses) => {
      if (error) return answered(error, '')
      const [first] = addresses
      if (!first || !addresses.every((one) => allows(one.address)))
        return answered(new FeedRefusal('unreachable') as NodeJS.ErrnoException, '')
      if (all) answered(null, addresses)
      else answered(null, first.address, first.family)
    })
  return new Promise((resolve, reject) => {
    const asked = begin(
      {
        hostname,
        ...(address.port !== '' && { port: Number(address.port) }),
        path: `${address.pathname}${address.search}`,
        ...{ signal, agent: false, lookup: lookUp },
        headers: {
          accept: 'text/calendar',
          'accept-encoding': 'gzip',
          'user-agent': 'studio-booking',
          ...(etag !== null && { 'if-none-match': etag }),
        },
      },
      resolve,
    )
    asked.on('error', reject)
    asked.end()
  })
}

/** Unfolded as bytes: lines are folded between those of one character, too. */
const textIn = (file: Buffer): string =>
  Buffer.from(file.toString('latin1').replace(/(?<!\r)\r*\n[ \t]/g, ''), 'latin1').toString('utf8')

/** Counted after it was unpacked. */
async function textOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const isPacked = answer.headers['content-encoding'] === 'gzip'
  const unpacked = isPacked ? answer.pipe(createGunzip()) : answer
  const stop = () => unpacked.destroy(new FeedRefusal('too_slow'))
  answer.on('error', (error) => unpacked.destroy(error))
  signal.addEventListener('abort', stop)
  try {
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of unpacked as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > MOST_BYTES) throw new FeedRefusal('too_large')
      parts.push(part)
    }
    return textIn(Buffer.concat(parts))
  } finally {
    signal.removeEventListener('abort', stop)
    answer.destroy()
  }
}
