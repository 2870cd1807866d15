import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

// RFC 6238 as every authenticator app speaks it: SHA-1, six digits, 30 seconds.
const STEP_SECONDS = 30
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
// Without 0 O 1 I L, which people mix up when they copy from paper.
const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const RECOVERY_CODES = 10
const RECOVERY_GROUPS = 7

/** A new shared secret: 160 bits in base32, as authenticator apps take it. */
export const newTotpSecret = (): string =>
  [...randomBytes(32)].map((byte) => BASE32[byte & 31]).join('')

function decodeBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The 30-second step that an instant lies in. */
export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The code of one step (RFC 4226, section 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The step whose code this is: now's, the one before or the one after, because telephones' clocks
 * differ; null when it is none of them or not later than `lastStep`, whose code was accepted
 * already.
 */
export function matchingStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | null {
  const given = Buffer.from(code)
  const matches = [-1, 0, 1]
    .map((shift) => totpStep(now) + shift)
    .filter((step) => {
      const right = Buffer.from(totpCode(secret, step))
      return given.length === right.length && timingSafeEqual(given, right)
    })
  return matches.find((step) => lastStep === null || step > lastStep) ?? null
}

/** What an authenticator app reads from the QR code. */
export function totpAddress(issuer: string, username: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}

/**
 * Fresh recovery codes: 28 random letters each, about 138 bits, so that nobody can try them out
 * even from their hashes.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_GROUPS }, () =>
      Array.from({ length: 4 }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]).join(
        '',
      ),
    ).join('-'),
  )

/** What somebody typed as second step: six digits, or a recovery code in any spelling. */
export function readSecondStep(typed: string): { kind: 'totp' | 'recovery'; code: string } {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  return /^\d{6}$/.test(code) ? { kind: 'totp', code } : { kind: 'recovery', code }
}
