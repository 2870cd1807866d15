import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { hit } from '@/lib/http/rate-limit'
import { hasSecretKey } from '@/lib/secrets/encryption'
import { currentSite } from '@/lib/settings/queries'
import { adminAccount, forgetBrowsers, type Origin } from './browser'
import type { Admin } from '@/lib/http/route'
import { assertStrongPassword, hashPassword, verifyPassword } from '@/lib/auth/passwords'
import type { Factor } from './rules'
import type { SessionLine } from './schema'
import {
  acceptSecondStep,
  keptRecoveryCode,
  keptSecret,
  limitSecondStep,
  readSecret,
} from './second-step'
import { endAllSessions, sessionsOf, signOut, startSession } from './sessions'
import { matchingStep, newRecoveryCodes, newTotpSecret, readSecondStep, totpAddress } from './totp'

const PER_ACCOUNT = { name: 'account-password', max: 5, seconds: 15 * 60 }

type Account = {
  username: string
  twoStep: boolean
  /** False when the server has no SECRET_KEY to encrypt the secret of the second step. */
  twoStepPossible: boolean
  recoveryCodesLeft: number
  sessions: SessionLine[]
}

/**
 * What the account page shows an administrator about their own account; `token` is that of their
 * session.
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

/**
 * Whether an administrator's second step is on, and whether they have dismissed the offer of it.
 */
export async function secondStepOf({ id }: Admin): Promise<{ on: boolean; putOff: boolean }> {
  const user = await db().user.findUniqueOrThrow({
    where: { id },
    select: { totpConfirmedAt: true, secondStepPutOffAt: true },
  })
  return { on: user.totpConfirmedAt !== null, putOff: user.secondStepPutOffAt !== null }
}

/** "Not now" to the offer of two-step sign-in: the console stops offering it. */
export async function putOffSecondStep({ id }: Admin, now: Date): Promise<void> {
  await db().user.update({ where: { id }, data: { secondStepPutOffAt: now } })
}

/**
 * What failed when an administrator was asked to confirm their identity; shown beside its field.
 */
class ProofFailed extends Problem {
  constructor(
    field: 'password' | 'code',
    readonly reason: 'password_wrong' | 'second_step_required' | 'second_step_wrong',
  ) {
    super('invalid_request', { fields: { [field]: reason } })
  }
}

/**
 * Refuses unless this is the administrator's own password: ProofFailed on `password`, 429 before
 * any hashing after 5 tries in 15 min.
 */
async function provePassword({ id }: Admin, password: string): Promise<void> {
  const retryAfter = await hit(PER_ACCOUNT, String(id))
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  const user = await db().user.findUniqueOrThrow({ where: { id }, select: { password: true } })
  if (!(await verifyPassword(user.password, password, { first: true })))
    throw new ProofFailed('password', 'password_wrong')
  await db().rateLimit.deleteMany({ where: { key: `${PER_ACCOUNT.name}:${id}` } })
}

/**
 * Refuses a change of the account without the second step, where it is on: ProofFailed on `code`.
 * Returns which second factor was used; nothing where the second step is off.
 */
async function proveSecondStep(
  tx: Tx,
  { id, username }: Admin,
  code: string | null,
  now: Date,
): Promise<Factor[]> {
  const [user] = await tx.$queryRaw<{ secret: string | null; on: boolean }[]>`
    SELECT totp_secret AS secret, totp_confirmed_at IS NOT NULL AS "on" FROM users WHERE id = ${id}
      FOR UPDATE`
  if (!user?.on || !user.secret) return []
  if (!code) throw new ProofFailed('code', 'second_step_required')
  const factor = await acceptSecondStep(tx, { id, username, secret: user.secret }, code, now)
  if (factor === null) throw new ProofFailed('code', 'second_step_wrong')
  return [factor]
}

/** The session in which an administrator confirms their identity. */
type Asking = { token: string; origin: Origin; now: Date }

type Reauthentication<Prepared, Result> = {
  /** Which sessions end: the current one, or all of the administrator's. */
  ends: 'this' | 'all'
  /** Checks what needs no transaction, and does slow work. Throws ProofFailed. */
  prepare: () => Promise<Prepared>
  /** Checks the rest and makes the change. Throws ProofFailed, which rolls it back. */
  change: (tx: Tx, prepared: Prepared) => Promise<{ factors: Factor[]; result: Result }>
}

/**
 * Asks an administrator to confirm their identity and makes a change with the proof. As a sign-in
 * does, it renews the session: returns the token of the session that replaces the current one.
 * Throws unauthorized when the current one has ended. Both outcomes are written into the audit log.
 * Every function here that takes a password or a code uses this one.
 */
async function reauthenticate<Prepared, Result>(
  admin: Admin,
  { token, origin }: Asking,
  { ends, prepare, change }: Reauthentication<Prepared, Result>,
): Promise<{ token: string; result: Result }> {
  const record = (tx: Pick<Tx, 'auditLog'>, action: string, after: Prisma.InputJsonObject) =>
    recordChange(tx, {
      actor: admin.username,
      action,
      entity: 'user',
      entityId: admin.id,
      before: null,
      after,
    })
  try {
    const prepared = await prepare()
    return await transaction(async (tx) => {
      // Checking takes time, and the session may have been ended meanwhile: nothing may be changed
      // then.
      if (!(await signOut(token, tx))) throw new Problem('unauthorized')
      const { factors, result } = await change(tx, prepared)
      await record(tx, 'proof', { factors })
      if (ends === 'all') await endAllSessions(tx, { userId: admin.id })
      return { token: await startSession(tx, { userId: admin.id }, origin), result }
    })
  } catch (error) {
    // After the transaction, which was rolled back.
    if (error instanceof ProofFailed) await record(db(), 'proof_failed', { reason: error.reason })
    throw error
  }
}

type NewPassword = Asking & {
  password: string
  newPassword: string
  code: string | null
  /** The token of the browser's cookie, null without one: only this browser remains known. */
  browser: string | null
}

/**
 * Sets a new password after checking the old one and, where it is on, the second step. Every
 * session ends, this one too; returns the token of the session that replaces it.
 */
export async function changeOwnPassword(admin: Admin, asked: NewPassword): Promise<string> {
  const { password, newPassword, code, browser, now } = asked
  const { token } = await reauthenticate(admin, asked, {
    ends: 'all',
    async prepare() {
      await provePassword(admin, password)
      await assertStrongPassword(newPassword, { username: admin.username, field: 'newPassword' })
      await limitSecondStep(String(admin.id), code)
      return hashPassword(newPassword)
    },
    async change(tx, hashed) {
      const second = await proveSecondStep(tx, admin, code, now)
      await tx.user.update({ where: { id: admin.id }, data: { password: hashed } })
      await forgetBrowsers(tx, adminAccount(admin.username), browser)
      await recordChange(tx, {
        actor: admin.username,
        action: 'password',
        entity: 'user',
        entityId: admin.id,
        before: null,
        after: null,
      })
      return { factors: ['password', ...second], result: undefined }
    },
  })
  return token
}

/**
 * Begins two-step sign-in: creates a secret for the authenticator app. It takes effect only once
 * `confirmTotp` has checked a code made from it. Renews the current session and returns its new
 * token. Throws not_changeable when it is on already, and when the server has no SECRET_KEY to
 * encrypt the secret.
 */
export async function beginTotp(
  admin: Admin,
  asked: Asking & { password: string },
): Promise<{ token: string; secret: string; address: string }> {
  if (!hasSecretKey()) throw new Problem('not_changeable', { sentence: 'two_step_no_key' })
  const { token, result: secret } = await reauthenticate(admin, asked, {
    ends: 'this',
    prepare: () => provePassword(admin, asked.password),
    async change(tx) {
      const fresh = newTotpSecret()
      const { count } = await tx.user.updateMany({
        where: { id: admin.id, totpConfirmedAt: null },
        data: { totpSecret: keptSecret(fresh, admin.id), totpLastStep: null },
      })
      if (count === 0) throw new Problem('not_changeable', { sentence: 'two_step_on' })
      return { factors: ['password'], result: fresh }
    },
  })
  const address = totpAddress((await currentSite()).name, admin.username, secret)
  return { token, secret, address }
}

/**
 * Completes the enrolment with a code from the app. Every session ends, since none was begun with
 * the second step. Returns the token of the session that replaces this one, and the recovery codes,
 * which are shown only once.
 */
export async function confirmTotp(
  admin: Admin,
  asked: Asking & { code: string },
): Promise<{ token: string; recoveryCodes: string[] }> {
  if (!hasSecretKey()) throw new Problem('not_changeable', { sentence: 'two_step_no_key' })
  const { code, now } = asked
  const { token, result: recoveryCodes } = await reauthenticate(admin, asked, {
    ends: 'all',
    prepare: () => limitSecondStep(String(admin.id), code),
    async change(tx) {
      await acceptFirstCode(tx, admin, code, now)
      const codes = newRecoveryCodes()
      await tx.recoveryCode.deleteMany({ where: { userId: admin.id } })
      await tx.recoveryCode.createMany({
        data: codes.map((each) => ({
          userId: admin.id,
          codeHash: keptRecoveryCode(readSecondStep(each).code),
        })),
      })
      await recordTwoStep(tx, admin, true)
      return { factors: ['totp'], result: codes }
    },
  })
  return { token, recoveryCodes }
}

/** Switches the second step on with a code made from its secret. Throws ProofFailed for another. */
async function acceptFirstCode(tx: Tx, { id }: Admin, code: string, now: Date): Promise<void> {
  const [user] = await tx.$queryRaw<{ secret: string | null; on: boolean }[]>`
    SELECT totp_secret AS secret, totp_confirmed_at IS NOT NULL AS "on" FROM users
      WHERE id = ${id} FOR UPDATE`
  if (!user?.secret || user.on)
    throw new Problem('not_changeable', { sentence: user?.on ? 'two_step_on' : 'two_step_off' })
  const secret = readSecret(user.secret, id)
  const step = matchingStep(secret, readSecondStep(code).code, now, null)
  if (step === null) throw new ProofFailed('code', 'second_step_wrong')
  // An enrolment begun before there was a key is encrypted with it from now on.
  const totpSecret = keptSecret(secret, id)
  await tx.user.update({
    where: { id },
    data: { totpSecret, totpConfirmedAt: now, totpLastStep: step },
  })
}

/**
 * Switches two-step sign-in off after checking both steps, deletes its secret and codes, and ends
 * every session; returns the token of the session that replaces this one. Changes nothing else when
 * it is off.
 */
export async function disableTotp(
  admin: Admin,
  asked: Asking & { password: string; code: string | null },
): Promise<string> {
  const { password, code, now } = asked
  const { token } = await reauthenticate(admin, asked, {
    ends: 'all',
    async prepare() {
      await provePassword(admin, password)
      await limitSecondStep(String(admin.id), code)
    },
    async change(tx) {
      const second = await proveSecondStep(tx, admin, code, now)
      const { count } = await tx.user.updateMany({
        where: { id: admin.id, totpConfirmedAt: { not: null } },
        data: { totpSecret: null, totpConfirmedAt: null, totpLastStep: null },
      })
      if (count > 0) {
        await tx.recoveryCode.deleteMany({ where: { userId: admin.id } })
        await recordTwoStep(tx, admin, false)
      }
      return { factors: ['password', ...second], result: undefined }
    },
  })
  return token
}

const recordTwoStep = (tx: Tx, { id, username }: Admin, on: boolean): Promise<void> =>
  recordChange(tx, {
    actor: username,
    action: 'two_step',
    entity: 'user',
    entityId: id,
    before: { twoStep: !on },
    after: { twoStep: on },
  })
