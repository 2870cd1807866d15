import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { adminAccount, forgetBrowsers } from './browser'
import type { AdminName } from '@/lib/http/route'
import { assertStrongPassword, hashPassword } from '@/lib/auth/passwords'
import { endAllSessions } from './sessions'
import { forgetAttempts } from './sign-in'

// The actor for accounts created and passwords reset on the server's command line. No username can
// be written like this.
const OPERATOR = '(operator)'

/** Null when the username is taken. Throws invalid_request on `password` for an easy one. */
export async function createAdmin(username: string, password: string): Promise<AdminName | null> {
  await assertStrongPassword(password, { username, field: 'password' })
  const hashed = await hashPassword(password)
  return transaction(async (tx) => {
    const [admin] = await tx.$queryRaw<AdminName[]>`
      INSERT INTO users (username, password) VALUES (${username}, ${hashed})
      ON CONFLICT (username) DO NOTHING RETURNING id, username`
    if (!admin) return null
    await recordChange(tx, {
      actor: OPERATOR,
      action: 'create',
      entity: 'user',
      entityId: admin.id,
      before: null,
      after: { username },
    })
    return admin
  })
}

/**
 * From the server's command line: every session ends, no browser remains known, no passkey counts,
 * failed attempts are forgotten. `secondStepOff` also switches two-step sign-in off, for a lost
 * phone. False for an unknown username. Throws invalid_request on `password` for one that is easy to
 * guess.
 */
export async function changePassword(
  username: string,
  password: string,
  { secondStepOff = false } = {},
): Promise<boolean> {
  await assertStrongPassword(password, { username, field: 'password' })
  const hashed = await hashPassword(password)
  return transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { username },
      data: {
        password: hashed,
        ...(secondStepOff && { totpSecret: null, totpConfirmedAt: null, totpLastStep: null }),
      },
      select: { id: true },
    })
    if (!user) return false
    if (secondStepOff) await tx.recoveryCode.deleteMany({ where: { userId: user.id } })
    await endAllSessions(tx, { userId: user.id })
    await forgetBrowsers(tx, adminAccount(username), null)
    await tx.passkey.deleteMany({ where: { userId: user.id } })
    await forgetAttempts(tx, username)
    await recordChange(tx, {
      actor: OPERATOR,
      action: 'password',
      entity: 'user',
      entityId: user.id,
      before: null,
      after: secondStepOff ? { twoStep: false } : null,
    })
    return true
  })
}
