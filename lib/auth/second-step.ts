import 'server-only'
import { recordChange } from '@/lib/audit'
import type { Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { hit } from '@/lib/rate-limit'
import { sha256 } from '@/lib/request'
import { matchingStep, readSecondStep } from './totp'

// Only whoever knows the password comes this far, so a limit on the name locks out nobody but a
// thief.
const PER_USER = { name: 'second-step', max: 10, seconds: 15 * 60 }

/**
 * Counts a six-digit code before it is looked at: a million are soon tried. Throws
 * too_many_requests. No code, no count.
 */
export async function limitSecondStep(userId: number, typed: string | null): Promise<void> {
  // Recovery codes are too many to be tried out, so the owner still gets in while somebody else
  // tries digits.
  if (!typed || readSecondStep(typed).kind === 'recovery') return
  const retryAfter = await hit(PER_USER, String(userId))
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
}

/**
 * Accepts a code of the authenticator app or a recovery code, each once whatever arrives at the
 * same time, in the transaction that begins the session. Throws unauthorized with `codeRequired`,
 * saying so when none was given.
 */
export async function takeSecondStep(
  tx: Tx,
  user: { id: number; username: string; secret: string },
  typed: string,
  now: Date,
): Promise<void> {
  if (typed === '')
    throw new Problem('unauthorized', {
      sentence: 'second_step_required',
      data: { codeRequired: true },
    })
  const { kind, code } = readSecondStep(typed)
  const taken =
    kind === 'totp'
      ? await takeTotp(tx, user, code, now)
      : await takeRecoveryCode(tx, user, code, now)
  if (!taken)
    throw new Problem('unauthorized', {
      sentence: 'second_step_wrong',
      fields: { code: 'second_step_wrong' },
      data: { codeRequired: true },
    })
}

async function takeTotp(
  tx: Tx,
  { id, secret }: { id: number; secret: string },
  code: string,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<
    { last: number | null }[]
  >`SELECT totp_last_step AS last FROM users WHERE id = ${id} FOR UPDATE`
  const step = matchingStep(secret, code, now, row?.last ?? null)
  if (step === null) return false
  await tx.user.update({ where: { id }, data: { totpLastStep: step } })
  return true
}

async function takeRecoveryCode(
  tx: Tx,
  { id, username }: { id: number; username: string },
  code: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { userId: id, codeHash: sha256(code), usedAt: null },
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
