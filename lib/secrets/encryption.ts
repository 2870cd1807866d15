import 'server-only'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { Problem } from '@/lib/problem'

// Prefix of encrypted text and keyed hashes; values without it were stored before there was a key.
const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

type Key = { id: string; encryption: Buffer; hashing: Buffer }

const derived = new Map<string, Key>()

function keyOf(secret: string): Key {
  const known = derived.get(secret)
  if (known) return known
  // One secret, one key per use: a leak of one reveals nothing about the others.
  const part = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `studio ${use}`, bytes))
  const key = {
    id: part('key id', 4).toString('hex'),
    encryption: part('encryption', 32),
    hashing: part('keyed hashes', 32),
  }
  derived.set(secret, key)
  return key
}

const keys = (): Key[] => env().SECRET_KEY.map(keyOf)

/** True when the environment has a SECRET_KEY, without which nothing can be encrypted. */
export const hasSecretKey = (): boolean => env().SECRET_KEY.length > 0

function firstKey(): Key {
  const [key] = keys()
  if (!key) throw new Error('SECRET_KEY is not set')
  return key
}

/** True for what `encrypt`, `encryptFor` and `keyedHash` return, under any key. */
export const isKeyed = (stored: string): boolean => stored.startsWith(`${VERSION}.`)

/** Those of these keys' ids that SECRET_KEY does not have. */
export const lackingKeys = (ids: readonly string[]): string[] =>
  ids.filter((id) => !keys().some((key) => key.id === id))

/** True for a value made with the first key of SECRET_KEY, the current one. */
export const isUnderCurrentKey = (stored: string): boolean =>
  hasSecretKey() && stored.startsWith(`${VERSION}.${firstKey().id}.`)

function sealed(key: Buffer, text: string, about: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([iv, body]).toString('base64url')
}

function unreadable(about: string, reason: string): never {
  log.error({ about, reason }, 'a secret cannot be read')
  throw new Problem('unavailable', { sentence: 'secret_unreadable' })
}

/** Decrypts a sealed value. Throws unavailable, and logs why, when it cannot be decrypted. */
function opened(key: Buffer, body: string, about: string): string {
  try {
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8')
  } catch (error) {
    return unreadable(about, (error as Error).message)
  }
}

/**
 * AES-256-GCM under the first key of SECRET_KEY. `about` names what the text belongs to ("totp:7"):
 * moved to another row it cannot be decrypted. Throws when there is no key.
 */
export function encrypt(text: string, about: string): string {
  const { id, encryption } = firstKey()
  return `${VERSION}.${id}.${sealed(encryption, text, about)}`
}

/** Under any key. Throws unavailable and logs why: no such key, changed, or of something else. */
export function decrypt(stored: string, about: string): string {
  const [, id, body = ''] = stored.split('.')
  const key = keys().find((each) => each.id === id)
  if (!key) return unreadable(about, `SECRET_KEY has no key ${id}`)
  return opened(key.encryption, body, about)
}

const clientKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'studio client encryption', 32))

/** Under a secret that the client keeps and sends again: the site cannot decrypt it in between. */
export const encryptFor = (secret: string, text: string, about: string): string =>
  `${VERSION}.${sealed(clientKey(secret), text, about)}`

/** Throws unavailable, and logs why, with any other secret. */
export const decryptFor = (secret: string, stored: string, about: string): string =>
  opened(clientKey(secret), stored.slice(VERSION.length + 1), about)

const hashUnder = ({ id, hashing }: Key, text: string, purpose: string): string =>
  `${VERSION}.${id}.${createHmac('sha256', hashing).update(`${purpose}\n${text}`).digest('hex')}`

/**
 * Nobody without the key can test texts against it; under the first key of SECRET_KEY. `purpose`
 * separates equal texts of different uses. Throws when there is no key.
 */
export const keyedHash = (text: string, purpose: string): string =>
  hashUnder(firstKey(), text, purpose)

/** Under every key of SECRET_KEY, the current one first: for finding values made with older keys. */
export const keyedHashes = (text: string, purpose: string): string[] =>
  keys().map((key) => hashUnder(key, text, purpose))
