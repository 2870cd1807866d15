import { hkdfSync } from 'node:crypto'
import { networkOf } from '@/lib/http/client-address'

const SECRET = 'a secret key of at least 32 characters'

/** The modules as a new process has them. */
async function fresh(secret: string) {
  const holder = globalThis as { studioRootKey?: unknown; studioPseudonymKey?: unknown }
  delete holder.studioRootKey
  delete holder.studioPseudonymKey
  process.env.DATABASE_URL = 'postgresql://u:p@127.0.0.1:9/nowhere'
  process.env.SECRET_KEY = secret
  jest.resetModules()
  return { ...(await import('@/lib/secrets/keys')), ...(await import('@/lib/secrets/pseudonym')) }
}

test('each use has a key of its own, derived from the first of SECRET_KEY', async () => {
  const { keyFor } = await fresh(`${SECRET}, an older key of at least 32 characters`)
  expect(
    (await keyFor('one')).equals(Buffer.from(hkdfSync('sha256', SECRET, '', 'studio one', 32))),
  ).toBe(true)
  expect((await keyFor('one')).equals(await keyFor('other'))).toBe(false)
})

test('a pseudonym is the same for the same text and key, and tells nothing without the key', async () => {
  const { pseudonymOf, pseudonymIfReady } = await fresh(SECRET)
  expect(pseudonymIfReady('203.0.113.7')).toBeUndefined()
  const first = await pseudonymOf('203.0.113.7')
  expect(first).toMatch(/^[0-9a-f]{16}$/)
  expect(pseudonymIfReady('203.0.113.7')).toBe(first)
  expect(await pseudonymOf('203.0.113.8')).not.toBe(first)
  const other = await fresh(`${SECRET}!`)
  expect(await other.pseudonymOf('203.0.113.7')).not.toBe(first)
})

test('without SECRET_KEY the database is asked, and an answer that failed is asked for again', async () => {
  const { keyFor } = await fresh('')
  for (const attempt of [1, 2])
    await expect(keyFor(`use ${attempt}`)).rejects.toMatchObject({ code: expect.any(String) })
  expect((globalThis as { studioRootKey?: unknown }).studioRootKey).toBeUndefined()
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['unknown', null],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))
