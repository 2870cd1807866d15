import 'server-only'
import { lookup, type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import webPush from 'web-push'
import { isPublicAddress } from '@/lib/http/client-address'
import { mailtoHref } from '@/lib/settings/links'
import { currentSite } from '@/lib/settings/queries'
import { pushKeys } from './keys'
import { secondsUntilRetry, TTL_SECONDS } from './rules'
import { isPushAddress, type PushText } from './schema'

const TIMEOUT_MS = 10_000

export type PushAddress = { endpoint: string; p256dh: string; auth: string }
/** Null: no answer came. */
export type PushAnswer = { status: number | null; after: number | null; failure: string | null }

const NO_ANSWER = { status: null, after: null }

/**
 * Resolves like the system, but refuses a name with an address that is not public: whoever is signed in
 * chooses the push service, and must not reach our own network by it.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses as LookupAddress[] | undefined
    const [first] = found ?? []
    if (error || !found || !first) return done(error ?? new Error('no address'), '', 0)
    if (!found.every(({ address }) => isPublicAddress(address)))
      return done(Object.assign(new Error('not public'), { code: 'ENOTPUBLIC' }), '', 0)
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })
}

/** Apple decodes it, and refuses what no base64 can be, as texts of nine or thirteen letters. */
const topicOf = (tag: string): string => Buffer.from(tag).toString('base64url')

/** Encrypts it for this phone and hands it to its push service, within ten seconds. Never throws. */
export async function postPush(
  { endpoint, p256dh, auth }: PushAddress,
  text: PushText,
): Promise<PushAnswer> {
  try {
    if (!isPushAddress(endpoint)) return { ...NO_ANSWER, status: 400, failure: 'address' }
    const [keys, { email }] = await Promise.all([pushKeys(), currentSite()])
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(text),
      {
        vapidDetails: { subject: mailtoHref(email), ...keys },
        contentEncoding: 'aes128gcm',
        TTL: TTL_SECONDS,
        urgency: 'high',
        topic: topicOf(text.tag),
      },
    )
    return await sendPush(details)
  } catch (error) {
    return { ...NO_ANSWER, failure: (error as { code?: string }).code ?? (error as Error).name }
  }
}

type Details = ReturnType<typeof webPush.generateRequestDetails>

/** Redirects are not followed, and of the answer only status and headers are read. */
const sendPush = ({ endpoint, headers, body }: Details): Promise<PushAnswer> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const call = request(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string | number>,
      lookup: publicLookup,
      agent: false,
      signal,
    })
    call.on('error', reject)
    call.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      const after = secondsUntilRetry(answer.headers['retry-after'], new Date())
      answer.destroy()
      resolve({
        ...{ status, after },
        failure: status < 300 ? null : String(status),
      })
    })
    call.end(body)
  })
