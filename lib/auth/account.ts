import 'server-only'
import { verify } from '@node-rs/argon2'
import { recordChange } from '@/lib/audit'
import { db, transaction } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { hit } from '@/lib/rate-limit'
import { sha256 } from '@/lib/request'
import { currentSite } from '@/lib/settings/data'
import type { Admin } from './data'
import { hashPassword, startAdminSession } from './mutations'
import { SESSION_IDLE_SECONDS } from './rules'
import { limitSecondStep } from './second-step'
import { matchingStep, newRecoveryCodes, newTotpSecret, readSecondStep, totpAddress } from './totp'

const PER_ACCOUNT = { name: 'account-password', max: 5, seconds: 15 * 60 }

type Account = {
  username: string
  twoStep: boolean
  recoveryCodesLeft: number
  sessions: number
}

/** What the account page shows of the administrator who looks at it. */
export async function accountOf({ id, username }: Admin, now: Date): Promise<Account> {
  const [user, recoveryCodesLeft, sessions] = await Promise.all([
    db().user.findUniqueOrThrow({ where: { id }, select: { totpConfirmedAt: true } }),
    db().recoveryCode.count({ where: { userId: id, usedAt: null } }),
    db().session.count({
      where: {
        userId: id,
        expiresAt: { gt: now },
        lastSeenAt: { gt: new Date(now.getTime() - SESSION_IDLE_SECONDS * 1000) },
      },
    }),
  ])
  return { username, twoStep: user.totpConfirmedAt !== null, recoveryCodesLeft, sessions }
}

/**
 * Refuses unless this is the administrator's own password: invalid_request on `field`, 429 before
 * any hashing after 5 tries in 15 min.
 */
async function provePassword({ id }: Admin, password: string, field: string): Promise<void> {
  const retryAfter = await hit(PER_ACCOUNT, String(id))
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  const user = await db().user.findUniqueOrThrow({ where: { id }, select: { password: true } })
  if (!(await verify(user.password, password)))
    throw new Problem('invalid_request', { fields: { [field]: 'password_wrong' } })
  await db().rateLimit.deleteMany({ where: { key: `${PER_ACCOUNT.name}:${id}` } })
}

/**
 * A new password for whoever knows the old one (decision A1). Every session ends, this one too;
 * returns the token of the one that takes its place.
 */
export async function changeOwnPassword(
  admin: Admin,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<string> {
  await provePassword(admin, password, 'password')
  const hashed = await hashPassword(newPassword)
  return transaction(async (tx) => {
    await tx.user.update({ where: { id: admin.id }, data: { password: hashed } })
    await tx.session.deleteMany({ where: { userId: admin.id } })
    await recordChange(tx, {
      actor: admin.username,
      action: 'password',
      entity: 'user',
      entityId: admin.id,
      before: null,
      after: null,
    })
    return startAdminSession(tx, admin.id)
  })
}

/**
 * Begins two-step sign-in: a secret for the authenticator app. It counts only once `confirmTotp`
 * has seen a code made from it. Throws not_changeable when it is on already.
 */
export async function beginTotp(
  admin: Admin,
  password: string,
): Promise<{ secret: string; address: string }> {
  await provePassword(admin, password, 'password')
  const secret = newTotpSecret()
  const { count } = await db().user.updateMany({
    where: { id: admin.id, totpConfirmedAt: null },
    data: { totpSecret: secret, totpLastStep: null },
  })
  if (count === 0) throw new Problem('not_changeable', { sentence: 'two_step_on' })
  return { secret, address: totpAddress((await currentSite()).name, admin.username, secret) }
}

/**
 * Ends the enrolment with a code of the app; returns the recovery codes, which are readable this
 * once.
 */
export async function confirmTotp(admin: Admin, code: string, now: Date): Promise<string[]> {
  await limitSecondStep(admin.id, code)
  const codes = newRecoveryCodes()
  await transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ secret: string | null; on: boolean }[]>`
      SELECT totp_secret AS secret, totp_confirmed_at IS NOT NULL AS "on" FROM users WHERE id = ${admin.id} FOR UPDATE`
    if (!user?.secret || user.on)
      throw new Problem('not_changeable', { sentence: user?.on ? 'two_step_on' : 'two_step_off' })
    const step = matchingStep(user.secret, readSecondStep(code).code, now, null)
    if (step === null)
      throw new Problem('invalid_request', { fields: { code: 'second_step_wrong' } })
    await tx.user.update({
      where: { id: admin.id },
      data: { totpConfirmedAt: now, totpLastStep: step },
    })
    await tx.recoveryCode.deleteMany({ where: { userId: admin.id } })
    await tx.recoveryCode.createMany({
      data: codes.map((each) => ({
        userId: admin.id,
        codeHash: sha256(readSecondStep(each).code),
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

/**
 * Switches two-step sign-in off and forgets its secret and codes; nothing happens when it is off.
 */
export async function disableTotp(admin: Admin, password: string): Promise<void> {
  await provePassword(admin, password, 'password')
  await transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: admin.id, totpConfirmedAt: { not: null } },
      data: { totpSecret: null, totpConfirmedAt: null, totpLastStep: null },
    })
    if (count === 0) return
    await tx.recoveryCode.deleteMany({ where: { userId: admin.id } })
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
