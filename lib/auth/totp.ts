import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

// RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30
// seconds.
const STEP_SECONDS = 30
const SECRET_BYTES = 20
// Without 0 O 1 I L, which people confuse when they copy from paper.
const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const RECOVERY_CODES = 10
const RECOVERY_GROUPS = 7

const totp = (secret: string) =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** A new shared secret: 160 bits in base32, as authenticator apps take it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

export const totpCode = (secret: string, step: number): string =>
  totp(secret).generate({ timestamp: step * STEP_SECONDS * 1000 })

/**
 * The current step, the one before or after, because phones' clocks differ; null for any other, and
 * for one not later than `lastStep`, whose code was used.
 */
export function matchingStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | null {
  const shift = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (shift === null) return null
  const step = totpStep(now) + shift
  return lastStep === null || step > lastStep ? step : null
}

export const totpAddress = (issuer: string, username: string, secret: string): string =>
  new TOTP({
    secret,
    issuer,
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  }).toString()

/** 28 random letters each, about 138 bits, which cannot be guessed even from their hashes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_GROUPS }, () =>
      Array.from({ length: 4 }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]).join(
        '',
      ),
    ).join('-'),
  )

/** What somebody typed as the second step: six digits, or a recovery code in any spelling. */
export function readSecondStep(typed: string): { kind: 'totp' | 'recovery'; code: string } {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  return /^\d{6}$/.test(code) ? { kind: 'totp', code } : { kind: 'recovery', code }
}
