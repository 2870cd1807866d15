import 'server-only'
import { recordChange } from '@/lib/audit/record'
import type { Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { hit } from '@/lib/http/rate-limit'
import { sha256 } from '@/lib/http/request'
import {
  decrypt,
  encrypt,
  hasSecretKey,
  isKeyed,
  isUnderCurrentKey,
  keyedHash,
  keyedHashes,
} from '@/lib/secrets/encryption'
import type { Factor } from './rules'
import { matchingStep, readSecondStep } from './totp'

// Only somebody who has the password gets this far, so a limit per account locks out nobody but a
// thief.
const PER_USER = { name: 'second-step', max: 10, seconds: 15 * 60 }

/**
 * Counts a six-digit code before it is checked: a million are quickly tried. `who` shares the
 * count: an account's id, or the id with a known browser. Throws too_many_requests.
 */
export async function limitSecondStep(who: string, typed: string | null): Promise<void> {
  // There are too many recovery codes to try, so the administrator can still sign in while somebody
  // else guesses digits.
  if (!typed || readSecondStep(typed).kind === 'recovery') return
  const retryAfter = await hit(PER_USER, who)
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
}

const secretOf = (userId: number): string => `totp:${userId}`

/** The caller has checked that there is a key. */
export const keptSecret = (secret: string, userId: number): string =>
  encrypt(secret, secretOf(userId))

/** The TOTP secret of a row; one stored before there was a key is not encrypted. */
export const readSecret = (stored: string, userId: number): string =>
  isKeyed(stored) ? decrypt(stored, secretOf(userId)) : stored

const RECOVERY = 'recovery code'

/** A recovery code as stored: without the key nobody can test codes against it. */
export const keptRecoveryCode = (code: string): string => keyedHash(sha256(code), RECOVERY)

export type SecondStepUser = {
  id: number
  username: string
  /** `users.totp_secret` as stored. */
  secret: string
}

/**
 * Accepts a code of the app or a recovery code, each only once even under concurrent requests, in
 * the transaction of the change it allows; null for any other. What was stored under an older key
 * or none is then stored under the current one.
 */
export async function acceptSecondStep(
  tx: Tx,
  user: SecondStepUser,
  typed: string,
  now: Date,
): Promise<Factor | null> {
  const { kind, code } = readSecondStep(typed)
  const accepted =
    kind === 'totp'
      ? await takeTotp(tx, user, code, now)
      : await takeRecoveryCode(tx, user, code, now)
  if (!accepted) return null
  if (hasSecretKey()) await renewKeys(tx, user)
  return kind === 'totp' ? 'totp' : 'recovery_code'
}

/** As `acceptSecondStep`. Throws unauthorized with `codeRequired` when no code was given. */
export async function takeSecondStep(
  tx: Tx,
  user: SecondStepUser,
  typed: string,
  now: Date,
): Promise<Factor> {
  if (typed === '')
    throw new Problem('unauthorized', {
      sentence: 'second_step_required',
      data: { codeRequired: true },
    })
  const factor = await acceptSecondStep(tx, user, typed, now)
  if (factor === null)
    throw new Problem('unauthorized', {
      sentence: 'second_step_wrong',
      fields: { code: 'second_step_wrong' },
      data: { codeRequired: true },
    })
  return factor
}

async function takeTotp(
  tx: Tx,
  { id, secret }: SecondStepUser,
  code: string,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<
    { last: number | null }[]
  >`SELECT totp_last_step AS last FROM users WHERE id = ${id} FOR UPDATE`
  const step = matchingStep(readSecret(secret, id), code, now, row?.last ?? null)
  if (step === null) return false
  await tx.user.update({ where: { id }, data: { totpLastStep: step } })
  return true
}

async function takeRecoveryCode(
  tx: Tx,
  { id, username }: SecondStepUser,
  code: string,
  now: Date,
): Promise<boolean> {
  const hashed = sha256(code)
  const { count } = await tx.recoveryCode.updateMany({
    // Codes were stored as the plain hash before there was a key.
    where: {
      userId: id,
      codeHash: { in: [...keyedHashes(hashed, RECOVERY), hashed] },
      usedAt: null,
    },
    data: { usedAt: now },
  })
  if (count === 0) return false
  const left = await tx.recoveryCode.count({ where: { userId: id, usedAt: null } })
  await recordChange(tx, {
    actor: username,
    action: 'recovery_code',
    entity: 'user',
    entityId: id,
    before: { left: left + 1 },
    after: { left },
  })
  return true
}

// A recovery code stored under an older key stays under it: only a plain hash can be hashed again.
async function renewKeys(tx: Tx, { id, secret }: SecondStepUser): Promise<void> {
  if (!isUnderCurrentKey(secret))
    await tx.user.updateMany({
      where: { id, totpSecret: secret },
      data: { totpSecret: keptSecret(readSecret(secret, id), id) },
    })
  const rows = await tx.recoveryCode.findMany({ where: { userId: id } })
  for (const { id: row, codeHash } of rows)
    if (!isKeyed(codeHash))
      await tx.recoveryCode.update({
        where: { id: row },
        data: { codeHash: keyedHash(codeHash, RECOVERY) },
      })
}
