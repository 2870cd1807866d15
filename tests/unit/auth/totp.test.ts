import {
  matchingStep,
  newRecoveryCodes,
  newTotpSecret,
  readSecondStep,
  totpAddress,
  totpCode,
  totpStep,
} from '@/lib/auth/totp'

// "12345678901234567890" of RFC 6238, appendix B, in base32; its codes have eight digits, ours are
// their last six.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at second %p is that of the RFC', (seconds, code) => {
  expect(totpCode(SECRET, totpStep(at(seconds)))).toBe(code)
})

test('a code counts half a minute early and late, not longer, and never twice', () => {
  const [begin, code] = [1111111080, '081804']
  const step = totpStep(at(begin))
  for (const [seconds, found] of [
    [-30, step],
    [0, step],
    [59.9, step],
    [60, null],
    [-30.1, null],
  ] as const)
    expect(matchingStep(SECRET, code, at(begin + seconds), null)).toBe(found)
  expect(matchingStep(SECRET, code, at(begin), step - 1)).toBe(step)
  expect(matchingStep(SECRET, code, at(begin), step)).toBeNull()
  for (const wrong of ['', code.slice(1), `${code}0`, '000000', 'abcdef'])
    expect(matchingStep(SECRET, wrong, at(begin), null)).toBeNull()
})

test('secrets and recovery codes are long, readable and never the same', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(Array.from({ length: 100 }, newTotpSecret)).size).toBe(100)
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){6}[A-HJKMNP-Z2-9]{4}$/)
  // One of 31 letters in each place: below 128 bits their hashes would have to be slow ones.
  for (const code of codes)
    expect(code.replaceAll('-', '').length * Math.log2(31)).toBeGreaterThan(128)
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20)
})

test('reads what people type', () => {
  expect(readSecondStep(' 287 082 ')).toEqual({ kind: 'totp', code: '287082' })
  expect(readSecondStep('abcd-efgh-jkmn-pqrs')).toEqual({
    kind: 'recovery',
    code: 'ABCDEFGHJKMNPQRS',
  })
  expect(readSecondStep('28708')).toMatchObject({ kind: 'recovery' })
})

test('the address for the app names the studio, the account and the secret', () => {
  const address = new URL(totpAddress('Bintang Studio', 'owner@example.com', SECRET))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('Bintang Studio:owner@example.com')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: SECRET,
    issuer: 'Bintang Studio',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
