import { randomBytes } from 'node:crypto'
import { env } from '@/lib/env'
import {
  decrypt,
  decryptFor,
  encrypt,
  encryptFor,
  hasSecretKey,
  isKeyed,
  isUnderCurrentKey,
  keyedHash,
  keyedHashes,
} from '@/lib/secrets/encryption'

process.env.DATABASE_URL = 'postgresql://nobody@localhost/none'

const newKey = () => randomBytes(32).toString('base64')
const [one, two] = [newKey(), newKey()]
const withKeys = (...keys: string[]) => Object.assign(env(), { SECRET_KEY: keys })
const AWAY = { code: 'unavailable', details: { sentence: 'secret_unreadable' } }

beforeEach(() => withKeys(one))

test('what is encrypted can be read again, looks different each time and shows nothing', () => {
  const stored = [encrypt('GEZDGNBV', 'totp:1'), encrypt('GEZDGNBV', 'totp:1')]
  expect(new Set(stored).size).toBe(2)
  for (const text of stored) {
    expect(text).not.toContain('GEZDGNBV')
    expect(isKeyed(text)).toBe(true)
    expect(decrypt(text, 'totp:1')).toBe('GEZDGNBV')
  }
})

test('moved to another row, changed or cut short it is not read', () => {
  const stored = encrypt('GEZDGNBV', 'totp:1')
  const [version, id, body = ''] = stored.split('.')
  const bytes = Buffer.from(body, 'base64url')
  const changed = (at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return [version, id, copy.toString('base64url')].join('.')
  }
  for (const [text, about] of [
    [stored, 'totp:2'],
    [changed(0), 'totp:1'],
    [changed(13), 'totp:1'],
    [changed(bytes.length - 1), 'totp:1'],
    [stored.slice(0, -4), 'totp:1'],
    [`${version}.${id}.`, 'totp:1'],
  ] as const)
    expect(() => decrypt(text, about)).toThrow(expect.objectContaining(AWAY))
})

test('a new key in front encrypts, the old one behind it still reads; without it nothing does', () => {
  const old = encrypt('secret', 'totp:1')
  withKeys(two, one)
  expect(decrypt(old, 'totp:1')).toBe('secret')
  const renewed = encrypt('secret', 'totp:1')
  expect([isUnderCurrentKey(old), isUnderCurrentKey(renewed)]).toEqual([false, true])
  withKeys(two)
  expect(decrypt(renewed, 'totp:1')).toBe('secret')
  expect(() => decrypt(old, 'totp:1')).toThrow(expect.objectContaining(AWAY))
})

test('what is encrypted for a client is read with its secret alone, without SECRET_KEY too', () => {
  withKeys()
  const stored = encryptFor('the-client’s-secret', 'token', 'bookings')
  expect(stored).not.toContain('token')
  expect(stored).not.toBe(encryptFor('the-client’s-secret', 'token', 'bookings'))
  expect(isKeyed(stored)).toBe(true)
  expect(decryptFor('the-client’s-secret', stored, 'bookings')).toBe('token')
  for (const [secret, text, about] of [
    ['another-secret', stored, 'bookings'],
    ['the-client’s-secret', stored, 'orders'],
    ['the-client’s-secret', stored.slice(0, -4), 'bookings'],
  ] as const)
    expect(() => decryptFor(secret, text, about)).toThrow(expect.objectContaining(AWAY))
})

test('a keyed hash depends on key, purpose and text, and is found under older keys', () => {
  const hash = keyedHash('code', 'recovery')
  expect(keyedHash('code', 'recovery')).toBe(hash)
  expect(keyedHash('code', 'other')).not.toBe(hash)
  expect(keyedHash('other', 'recovery')).not.toBe(hash)
  withKeys(two, one)
  expect(keyedHash('code', 'recovery')).not.toBe(hash)
  expect(keyedHashes('code', 'recovery')[1]).toBe(hash)
})

test('without a key nothing is kept at all', () => {
  withKeys()
  expect(hasSecretKey()).toBe(false)
  expect(() => encrypt('secret', 'totp:1')).toThrow('SECRET_KEY is not set')
  expect(() => keyedHash('code', 'recovery')).toThrow('SECRET_KEY is not set')
  expect(keyedHashes('code', 'recovery')).toEqual([])
})
