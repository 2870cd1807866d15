import 'server-only'
import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { keyFor } from './keys'

// 64 bits: enough to tell callers apart, and short in a line of the log.
const DIGITS = 16
const holder = globalThis as { studioPseudonymKey?: Buffer }
// One caller asks often: the hash is a tenth of the work of a kept page. Bounded, and gone with the
// process, as the addresses themselves are.
const known = new LRUCache<string, string>({ max: 1_000 })

const hashed = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, DIGITS)

/**
 * What logs keep in place of an address or an email: the same text gives the same 16 hex digits as
 * long as the key stays, and nobody without the key can try texts against them. Throws what the
 * database throws when it is away and there is no SECRET_KEY.
 */
export async function pseudonymOf(text: string): Promise<string> {
  if (!holder.studioPseudonymKey) {
    holder.studioPseudonymKey = await keyFor('pseudonyms')
    known.clear()
  }
  return hashed(holder.studioPseudonymKey, text)
}

/** The same at once; undefined until `pseudonymOf` has answered in this process. */
export function pseudonymIfReady(text: string): string | undefined {
  if (!holder.studioPseudonymKey) return undefined
  let pseudonym = known.get(text)
  if (pseudonym === undefined) {
    pseudonym = hashed(holder.studioPseudonymKey, text)
    known.set(text, pseudonym)
  }
  return pseudonym
}
