import 'server-only'
import { recordChange } from '@/lib/audit'
import { db, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { hit } from '@/lib/rate-limit'
import { hasSecretKey } from '@/lib/secrets'
import { currentSite } from '@/lib/settings/data'
import { adminAccount, forgetBrowsers, type Origin } from './browser'
import type { Admin } from './data'
import { assertStrongPassword } from './password-strength'
import { hashPassword, verifyPassword } from './passwords'
import type { SessionLine } from './schema'
import {
  acceptSecondStep,
  keptRecoveryCode,
  keptSecret,
  limitSecondStep,
  readSecret,
} from './second-step'
import { endAllSessions, endOtherSessions, sessionsOf, startSession } from './sessions'
import { matchingStep, newRecoveryCodes, newTotpSecret, readSecondStep, totpAddress } from './totp'

const PER_ACCOUNT = { name: 'account-password', max: 5, seconds: 15 * 60 }

type Account = {
  username: string
  twoStep: boolean
  /** False when the server has no SECRET_KEY to keep the second step's secret with. */
  twoStepPossible: boolean
  recoveryCodesLeft: number
  sessions: SessionLine[]
}

/**
 * What the account page shows of the administrator who looks at it; `token` is their session's.
 */
export async function accountOf(
  { id, username }: Admin,
  token: string | null,
  now: Date,
): Promise<Account> {
  const [user, recoveryCodesLeft, sessions] = await Promise.all([
    db().user.findUniqueOrThrow({ where: { id }, select: { totpConfirmedAt: true } }),
    db().recoveryCode.count({ where: { userId: id, usedAt: null } }),
    sessionsOf({ userId: id }, token, now),
  ])
  return {
    username,
    twoStep: user.totpConfirmedAt !== null,
    twoStepPossible: hasSecretKey(),
    recoveryCodesLeft,
    sessions,
  }
}

/** Whether an administrator's second step is on, and whether they have put the offer of it off. */
export async function secondStepOf({ id }: Admin): Promise<{ on: boolean; putOff: boolean }> {
  const user = await db().user.findUniqueOrThrow({
    where: { id },
    select: { totpConfirmedAt: true, secondStepPutOffAt: true },
  })
  return { on: user.totpConfirmedAt !== null, putOff: user.secondStepPutOffAt !== null }
}

/** "Not now" to the offer of two-step sign-in: the console no longer makes it. */
export async function putOffSecondStep({ id }: Admin, now: Date): Promise<void> {
  await db().user.update({ where: { id }, data: { secondStepPutOffAt: now } })
}

/**
 * Refuses unless this is the administrator's own password: invalid_request on `password`, 429
 * before any hashing after 5 tries in 15 min.
 */
async function provePassword({ id }: Admin, password: string): Promise<void> {
  const retryAfter = await hit(PER_ACCOUNT, String(id))
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  const user = await db().user.findUniqueOrThrow({ where: { id }, select: { password: true } })
  if (!(await verifyPassword(user.password, password, { first: true })))
    throw new Problem('invalid_request', { fields: { password: 'password_wrong' } })
  await db().rateLimit.deleteMany({ where: { key: `${PER_ACCOUNT.name}:${id}` } })
}

/**
 * Refuses a change of the account without the second step, where it is on: invalid_request on
 * `code`. Where it is off nothing is asked for.
 */
async function proveSecondStep(
  tx: Tx,
  { id, username }: Admin,
  code: string | null,
  now: Date,
): Promise<void> {
  const [user] = await tx.$queryRaw<{ secret: string | null; on: boolean }[]>`
    SELECT totp_secret AS secret, totp_confirmed_at IS NOT NULL AS "on" FROM users WHERE id = ${id} FOR UPDATE`
  if (!user?.on || !user.secret) return
  if (!code) throw new Problem('invalid_request', { fields: { code: 'second_step_required' } })
  if (!(await acceptSecondStep(tx, { id, username, secret: user.secret }, code, now)))
    throw new Problem('invalid_request', { fields: { code: 'second_step_wrong' } })
}

type NewPassword = {
  password: string
  newPassword: string
  code: string | null
  /** The token of the browser's cookie, null without one: it alone still counts as known. */
  browser: string | null
  origin: Origin
  now: Date
}

/**
 * A new password for whoever knows the old one and, where it is on, has the second step. Every
 * session ends, this one too; returns the token of the one that takes its place.
 */
export async function changeOwnPassword(admin: Admin, asked: NewPassword): Promise<string> {
  const { password, newPassword, code, browser, origin, now } = asked
  await provePassword(admin, password)
  await assertStrongPassword(newPassword, { username: admin.username, field: 'newPassword' })
  await limitSecondStep(String(admin.id), code)
  const hashed = await hashPassword(newPassword)
  return transaction(async (tx) => {
    await proveSecondStep(tx, admin, code, now)
    await tx.user.update({ where: { id: admin.id }, data: { password: hashed } })
    await endAllSessions(tx, { userId: admin.id })
    await forgetBrowsers(tx, adminAccount(admin.username), browser)
    await recordChange(tx, {
      actor: admin.username,
      action: 'password',
      entity: 'user',
      entityId: admin.id,
      before: null,
      after: null,
    })
    return startSession(tx, { userId: admin.id }, origin)
  })
}

/**
 * Begins two-step sign-in: a secret for the authenticator app. It counts only once `confirmTotp`
 * has seen a code made from it. Throws not_changeable when it is on already, and when the server
 * has no SECRET_KEY to keep the secret with.
 */
export async function beginTotp(
  admin: Admin,
  password: string,
): Promise<{ secret: string; address: string }> {
  if (!hasSecretKey()) throw new Problem('not_changeable', { sentence: 'two_step_no_key' })
  await provePassword(admin, password)
  const secret = newTotpSecret()
  const { count } = await db().user.updateMany({
    where: { id: admin.id, totpConfirmedAt: null },
    data: { totpSecret: keptSecret(secret, admin.id), totpLastStep: null },
  })
  if (count === 0) throw new Problem('not_changeable', { sentence: 'two_step_on' })
  return { secret, address: totpAddress((await currentSite()).name, admin.username, secret) }
}

/**
 * Ends the enrolment with a code of the app; returns the recovery codes, which are readable this
 * once.
 */
export async function confirmTotp(admin: Admin, code: string, now: Date): Promise<string[]> {
  if (!hasSecretKey()) throw new Problem('not_changeable', { sentence: 'two_step_no_key' })
  await limitSecondStep(String(admin.id), code)
  const codes = newRecoveryCodes()
  await transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ secret: string | null; on: boolean }[]>`
      SELECT totp_secret AS secret, totp_confirmed_at IS NOT NULL AS "on" FROM users WHERE id = ${admin.id} FOR UPDATE`
    if (!user?.secret || user.on)
      throw new Problem('not_changeable', { sentence: user?.on ? 'two_step_on' : 'two_step_off' })
    const secret = readSecret(user.secret, admin.id)
    const step = matchingStep(secret, readSecondStep(code).code, now, null)
    if (step === null)
      throw new Problem('invalid_request', { fields: { code: 'second_step_wrong' } })
    await tx.user.update({
      where: { id: admin.id },
      data: {
        // An enrolment begun before there was a key is kept under it from here on.
        totpSecret: keptSecret(secret, admin.id),
        totpConfirmedAt: now,
        totpLastStep: step,
      },
    })
    await tx.recoveryCode.deleteMany({ where: { userId: admin.id } })
    await tx.recoveryCode.createMany({
      data: codes.map((each) => ({
        userId: admin.id,
        codeHash: keptRecoveryCode(readSecondStep(each).code),
      })),
    })
    await recordChange(tx, {
      actor: admin.username,
      action: 'two_step',
      entity: 'user',
      entityId: admin.id,
      before: { twoStep: false },
      after: { twoStep: true },
    })
  })
  return codes
}

type Ending = { password: string; code: string | null; token: string; now: Date }

/**
 * Switches two-step sign-in off for whoever has both steps, forgets its secret and codes, and ends
 * every session but the one with `token`. Nothing happens when it is off.
 */
export async function disableTotp(
  admin: Admin,
  { password, code, token, now }: Ending,
): Promise<void> {
  await provePassword(admin, password)
  await limitSecondStep(String(admin.id), code)
  await transaction(async (tx) => {
    await proveSecondStep(tx, admin, code, now)
    const { count } = await tx.user.updateMany({
      where: { id: admin.id, totpConfirmedAt: { not: null } },
      data: { totpSecret: null, totpConfirmedAt: null, totpLastStep: null },
    })
    if (count === 0) return
    await tx.recoveryCode.deleteMany({ where: { userId: admin.id } })
    await endOtherSessions(tx, { userId: admin.id }, token)
    await recordChange(tx, {
      actor: admin.username,
      action: 'two_step',
      entity: 'user',
      entityId: admin.id,
      before: { twoStep: true },
      after: { twoStep: false },
    })
  })
}
