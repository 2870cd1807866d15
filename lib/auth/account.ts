import 'server-only'
import { recordChange } from '@/lib/audit/record'
import type { AuditAction, AuditFields } from '@/lib/audit/words'
import { db, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { hit } from '@/lib/http/rate-limit'
import { hasSecretKey } from '@/lib/secrets/encryption'
import { currentSite } from '@/lib/settings/queries'
import { adminAccount, forgetBrowsers, type Origin } from './browser'
import type { AdminName } from '@/lib/http/route'
import { assertStrongPassword, hashPassword, verifyPassword } from '@/lib/auth/passwords'
import type { Factor } from './rules'
import { passkeyHost, passkeysOf } from './passkeys'
import type { PasskeyLine, SessionLine } from './schema'
import {
  acceptSecondStep,
  keptRecoveryCode,
  keptSecret,
  limitSecondStep,
  readSecret,
} from './second-step'
import { endAllSessions, lockSession, sessionsOf, shownBy, signOut, startSession } from './sessions'
import { matchingStep, newRecoveryCodes, newTotpSecret, readSecondStep, totpAddress } from './totp'

const PER_ACCOUNT = { name: 'account-password', max: 5, seconds: 15 * 60 }

type Account = {
  username: string
  twoStep: boolean
  /** False when the server has no SECRET_KEY to encrypt the secret of the second step. */
  twoStepPossible: boolean
  recoveryCodesLeft: number
  passkeys: PasskeyLine[]
  /** Where passkeys can be added and used; null when the site has no name of its own. */
  passkeyHost: string | null
  sessions: SessionLine[]
}

export async function accountOf(
  { id, username }: AdminName,
  token: string | null,
  now: Date,
): Promise<Account> {
  const [user, recoveryCodesLeft, passkeys, sessions] = await Promise.all([
    db().user.findUniqueOrThrow({ where: { id }, select: { totpConfirmedAt: true } }),
    db().recoveryCode.count({ where: { userId: id, usedAt: null } }),
    passkeysOf(id),
    sessionsOf({ userId: id }, token, now),
  ])
  return {
    username,
    twoStep: user.totpConfirmedAt !== null,
    twoStepPossible: hasSecretKey(),
    recoveryCodesLeft,
    passkeys,
    passkeyHost: passkeyHost(),
    sessions,
  }
}

/** "Not now" to the offer of two-step sign-in. */
export async function putOffSecondStep({ id }: AdminName, now: Date): Promise<void> {
  await db().user.update({ where: { id }, data: { secondStepPutOffAt: now } })
}

/** What failed in a proof of identity; shown beside its field. */
export class ProofFailed extends Problem {
  constructor(
    field: 'password' | 'code' | 'passkey',
    readonly reason:
      'password_wrong' | 'second_step_required' | 'second_step_wrong' | 'passkey_wrong',
  ) {
    super('invalid_request', { fields: { [field]: reason } })
  }
}

/** Throws ProofFailed on `password`, and 429 before any hashing after 5 tries in 15 min. */
export async function provePassword({ id }: AdminName, password: string): Promise<void> {
  const retryAfter = await hit(PER_ACCOUNT, String(id))
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  const user = await db().user.findUniqueOrThrow({ where: { id }, select: { password: true } })
  if (!(await verifyPassword(user.password, password, { first: true })))
    throw new ProofFailed('password', 'password_wrong')
  await db().rateLimit.deleteMany({ where: { key: `${PER_ACCOUNT.name}:${id}` } })
}

/** Throws ProofFailed on `code` for a wrong second step, where it is on. Returns the factor. */
export async function proveSecondStep(
  tx: Tx,
  { id, username }: AdminName,
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

/** The session that replaces the one in which it was asked; trusted as that was. */
type Renewed = { token: string; trusted: boolean }

type Reauthentication<Prepared, Result> = {
  ends: 'this' | 'all'
  /** Of `shownIn`. */
  begunWith: string
  /** Does what needs no transaction, and slow work. Throws ProofFailed. */
  prepare: () => Promise<Prepared>
  change: (tx: Tx, prepared: Prepared) => Promise<{ factors: Factor[]; result: Result }>
}

/**
 * Makes a change of the account with a proof of identity: every function here that takes a password
 * or a code uses it. Renews the session and returns the new token. Throws unauthorized when the
 * session has ended. Both outcomes are written into the audit log.
 */
async function reauthenticate<Prepared, Result>(
  admin: AdminName,
  { token, origin }: Asking,
  { ends, begunWith, prepare, change }: Reauthentication<Prepared, Result>,
): Promise<Renewed & { result: Result }> {
  const record = (tx: Pick<Tx, 'auditLog'>, action: AuditAction, after: AuditFields<'user'>) =>
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
      const { trusted } = await lockSession(tx, admin.id, token)
      await signOut(token, tx)
      const { factors, result } = await change(tx, prepared)
      await record(tx, 'proof', { factors })
      if (ends === 'all') await endAllSessions(tx, { userId: admin.id })
      const person = { userId: admin.id }
      const begun = { trusted, begunWith, replaces: token }
      return { token: await startSession(tx, person, origin, begun), trusted, result }
    })
  } catch (error) {
    // After the transaction, which was rolled back.
    if (error instanceof ProofFailed) await record(db(), 'proof_failed', { reason: error.reason })
    throw error
  }
}

/**
 * What the session that replaces this one is known by when the same is sent again with the token of this
 * one, because its answer was lost.
 */
export const shownIn = {
  password: (asked: {
    token: string
    password: string
    newPassword: string
    code: string | null
  }) => shownBy(asked.token, 'password', asked.password, asked.newPassword, asked.code),
  begin: (asked: { token: string; password: string }) =>
    shownBy(asked.token, 'begin', asked.password),
  confirm: (asked: { token: string; code: string }) => shownBy(asked.token, 'confirm', asked.code),
  disable: (asked: { token: string; password: string; code: string | null }) =>
    shownBy(asked.token, 'disable', asked.password, asked.code),
}

type NewPassword = Asking & {
  password: string
  newPassword: string
  code: string | null
  /** The token of the browser's cookie, null without one: only this browser remains known. */
  browser: string | null
}

/** Needs the old password, and the second step where it is on. Ends every session; returns a new token. */
export async function changeOwnPassword(admin: AdminName, asked: NewPassword): Promise<Renewed> {
  const { password, newPassword, code, browser, now } = asked
  return reauthenticate(admin, asked, {
    ends: 'all',
    begunWith: shownIn.password(asked),
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
}

/**
 * Creates a secret for the authenticator app, which takes effect once `confirmTotp` has checked a
 * code of it. Returns the token of the renewed session. Throws not_changeable when it is on
 * already, and without a SECRET_KEY.
 */
export async function beginTotp(
  admin: AdminName,
  asked: Asking & { password: string },
): Promise<Renewed & { secret: string; address: string }> {
  if (!hasSecretKey()) throw new Problem('not_changeable', { sentence: 'two_step_no_key' })
  const { result: secret, ...renewed } = await reauthenticate(admin, asked, {
    ends: 'this',
    begunWith: shownIn.begin(asked),
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
  return { ...renewed, secret, address }
}

/**
 * Completes the enrolment with a code from the app. Every session ends, since none was begun with
 * the second step. Returns the token of the one that replaces this one, and the recovery codes,
 * which are shown only once.
 */
export async function confirmTotp(
  admin: AdminName,
  asked: Asking & { code: string },
): Promise<Renewed & { recoveryCodes: string[] }> {
  if (!hasSecretKey()) throw new Problem('not_changeable', { sentence: 'two_step_no_key' })
  const { code, now } = asked
  const { result: recoveryCodes, ...renewed } = await reauthenticate(admin, asked, {
    ends: 'all',
    begunWith: shownIn.confirm(asked),
    prepare: () => limitSecondStep(String(admin.id), code),
    async change(tx) {
      await acceptFirstCode(tx, admin, code, now)
      const codes = await replaceRecoveryCodes(tx, admin.id)
      await recordTwoStep(tx, admin, true)
      return { factors: ['totp'], result: codes }
    },
  })
  return { ...renewed, recoveryCodes }
}

async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({
    data: codes.map((each) => ({
      userId,
      codeHash: keptRecoveryCode(readSecondStep(each).code),
    })),
  })
  return codes
}

/** Of an enrolment whose answer was lost: nobody has seen its recovery codes, and these take their place. */
export const recoveryCodesAgain = (userId: number): Promise<string[]> =>
  transaction((tx) => replaceRecoveryCodes(tx, userId))

/** Throws ProofFailed for a code of another secret. */
async function acceptFirstCode(tx: Tx, { id }: AdminName, code: string, now: Date): Promise<void> {
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
 * Needs both steps. Deletes secret and codes and ends every session; returns the token of the one
 * that replaces this one. Changes nothing else when it is off.
 */
export async function disableTotp(
  admin: AdminName,
  asked: Asking & { password: string; code: string | null },
): Promise<Renewed> {
  const { password, code, now } = asked
  return reauthenticate(admin, asked, {
    ends: 'all',
    begunWith: shownIn.disable(asked),
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
}

const recordTwoStep = (tx: Tx, { id, username }: AdminName, on: boolean): Promise<unknown> =>
  recordChange(tx, {
    actor: username,
    action: 'two_step',
    entity: 'user',
    entityId: id,
    before: { twoStep: !on },
    after: { twoStep: on },
  })
