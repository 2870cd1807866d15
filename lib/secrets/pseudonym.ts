import 'server-only'
import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { keyFor } from './keys'

// 64 bits: enough to tell callers apart, and short in a log line.
const DIGITS = 16
const holder = globalThis as { studioPseudonymKey?: Buffer }
// Cached, because callers repeat and the hash takes a tenth of the time of a kept page. Bounded,
// and lost with the process, as the addresses are.
const known = new LRUCache<string, string>({ max: 1_000 })

const hashed = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, DIGITS)

/**
 * For logs, instead of an address or an email: the same text gives the same 16 hex digits as long
 * as the key stays. Throws the database's error when it is away and there is no SECRET_KEY.
 */
export async function pseudonymOf(text: string): Promise<string> {
  if (!holder.studioPseudonymKey) {
    holder.studioPseudonymKey = await keyFor('pseudonyms')
    known.clear()
  }
  return hashed(holder.studioPseudonymKey, text)
}

/** Undefined until `pseudonymOf` has returned once in this process. */
export function pseudonymIfReady(text: string): string | undefined {
  if (!holder.studioPseudonymKey) return undefined
  let pseudonym = known.get(text)
  if (pseudonym === undefined) {
    pseudonym = hashed(holder.studioPseudonymKey, text)
    known.set(text, pseudonym)
  }
  return pseudonym
}
