import { clientAddressOf, networkOf, normalAddress } from '@/lib/http/client-address'

const address = (socket: string | undefined, forwardedFor: string | undefined, hops: number) =>
  clientAddressOf({ socket, forwardedFor, hops })

describe('the address that rate limits count', () => {
  test('is the socket’s when no proxy is trusted, whatever the client claims', () => {
    expect(address('203.0.113.7', '1.2.3.4', 0)).toBe('203.0.113.7')
    expect(address('::ffff:203.0.113.7', '1.2.3.4', 0)).toBe('203.0.113.7')
    expect(address(undefined, undefined, 0)).toBe('unknown')
  })

  test.each([
    ['1.1.1.1, 2.2.2.2, 3.3.3.3', 1, '3.3.3.3'],
    ['1.1.1.1, 2.2.2.2, 3.3.3.3', 2, '2.2.2.2'],
    ['1.1.1.1,2.2.2.2', 2, '1.1.1.1'],
    ['spoofed, 198.51.100.9:4711', 1, '198.51.100.9'],
    ['[2001:db8:1:2:3:4:5:6]:443', 1, '2001:db8:1:2::/64'],
  ])('"%s" behind %i proxies is %s', (forwardedFor, hops, expected) => {
    expect(address('10.0.0.1', forwardedFor, hops)).toBe(expected)
  })

  test.each([
    ['one entry less than proxies', '1.1.1.1', 2],
    ['no header', undefined, 1],
    ['an empty header', '', 1],
    ['an entry that is no address', '1.1.1.1, unknown', 1],
    ['an entry that is a name', 'evil.example', 1],
  ])('falls back to the socket for %s', (_, forwardedFor, hops) => {
    expect(address('10.0.0.1', forwardedFor, hops)).toBe('10.0.0.1')
  })
})

describe('one spelling per client', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff::1', '2001:db8:0:0::/64'],
    ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('%s is %s', (text, expected) => expect(normalAddress(text)).toBe(expected))

  test.each([
    '',
    'unknown',
    '300.1.1.1',
    '1.2.3',
    '1.2.3.4, 5.6.7.8',
    'a:b',
    '[::1',
    '1.2.3.4:port',
  ])('"%s" is no address', (text) => expect(normalAddress(text)).toBeNull())

  test('neighbours in one /64 are one client, other networks are not', () => {
    expect(normalAddress('2001:db8:1:2::1')).toBe(normalAddress('2001:db8:1:2:ffff:ffff:ffff:ffff'))
    expect(normalAddress('2001:db8:1:2::1')).not.toBe(normalAddress('2001:db8:1:3::1'))
  })
})

describe('the network of an address', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ])('%s is in %s', (text, network) => expect(networkOf(normalAddress(text) ?? '')).toBe(network))
  test.each(['', 'unknown', '2001:db8::/32', '203.0.113'])('"%s" is in none', (text) =>
    expect(networkOf(text)).toBeNull(),
  )
})
