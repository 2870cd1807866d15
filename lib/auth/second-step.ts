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

// Only whoever knows the password comes this far, so a limit on the name locks out nobody but a
// thief.
const PER_USER = { name: 'second-step', max: 10, seconds: 15 * 60 }

/**
 * Counts a six-digit code before it is looked at: a million are soon tried. `who` shares the count:
 * an account's id, or that with a known browser. Throws too_many_requests. No code, no count.
 */
export async function limitSecondStep(who: string, typed: string | null): Promise<void> {
  // Recovery codes are too many to be tried out, so the admin still gets in while somebody else
  // tries digits.
  if (!typed || readSecondStep(typed).kind === 'recovery') return
  const retryAfter = await hit(PER_USER, who)
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
}

const secretOf = (userId: number): string => `totp:${userId}`

/** A TOTP secret as the row of its administrator keeps it. The caller has checked that it can. */
export const keptSecret = (secret: string, userId: number): string =>
  encrypt(secret, secretOf(userId))

/** The TOTP secret of a row; one that was kept before there was a key stands there as it is. */
export const readSecret = (stored: string, userId: number): string =>
  isKeyed(stored) ? decrypt(stored, secretOf(userId)) : stored

const RECOVERY = 'recovery code'

/** A recovery code as its row keeps it: nobody can try codes against it without the key. */
export const keptRecoveryCode = (code: string): string => keyedHash(sha256(code), RECOVERY)

export type SecondStepUser = {
  id: number
  username: string
  /** `users.totp_secret`, as it is kept. */
  secret: string
}

/**
 * Accepts a code of the authenticator app or a recovery code, each once whatever arrives at the
 * same time, in the transaction of what it allows, and says which it was; null for any other. What
 * an older key or none kept is then kept under the key in use.
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

/**
 * The second step of a sign-in, as `acceptSecondStep`. Throws unauthorized with `codeRequired`,
 * saying so when none was given.
 */
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
    // The plain hash is how codes were kept before there was a key.
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

// A recovery code under an older key stays under it: only a plain hash can be hashed once more.
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
