import 'server-only'
import { randomBytes } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import { rememberBrowser, adminAccount, type Origin } from '@/lib/auth/browser'
import { assertStrongPassword, hashPassword } from '@/lib/auth/passwords'
import { isDuplicate } from '@/lib/database-errors'
import { transaction, type Tx } from '@/lib/db'
import type { AdminName } from '@/lib/http/route'
import { sha256 } from '@/lib/http/request'
import { queueMail } from '@/lib/mail/outbox'
import { Problem } from '@/lib/problem'
import type { Role } from '@/lib/roles'
import { DAY_MS } from '@/lib/time'
import type { InvitationInput, NewUser, UserChange } from '../schema'
import { endAllSessions, orSessionAgain, shownBy, startSession } from '../sessions'
import { invitationOf, isInvited } from './queries'

// Who works in the console: invited by mail, each with an account and a role of their own
// (docs/decisions/047).

const INVITATION_DAYS = 7
type Invite = InvitationInput & { admin: AdminName; now: Date }

/** Mails a link that makes one account, for seven days. One that the address had before ends. */
export async function invite({ email, role, locale, admin, now }: Invite): Promise<{ id: number }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  return transaction(async (tx) => {
    const data = { tokenHash: sha256(token), role, locale, invitedBy: admin.id, expiresAt }
    // In one statement: two who invite the same address at once would both find none.
    const { id } = await tx.userInvitation.upsert({
      where: { email },
      create: { email, ...data },
      update: { ...data, createdAt: now },
    })
    await queueMail(tx, {
      kind: 'invitation',
      payload: { code: token, expiresAt: expiresAt.toISOString() },
      recipient: email,
      locale,
      dedupeKey: `invitation:${sha256(token)}`,
    })
    await recordChange(tx, {
      actor: admin.username,
      action: 'invite',
      entity: 'user',
      entityId: id,
      before: null,
      after: { role },
    })
    return { id }
  })
}

/** Throws not_found. */
export async function withdrawInvitation(id: number, admin: AdminName): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.userInvitation.deleteMany({ where: { id } })
    if (count === 0) throw new Problem('not_found')
    await recordChange(tx, {
      actor: admin.username,
      action: 'withdraw',
      entity: 'user',
      entityId: id,
      before: null,
      after: null,
    })
  })
}

type Acceptance = NewUser & { browser: string; origin: Origin; now: Date }

/**
 * Makes the account of an invitation, which ends, and a session: its token. The same once more gets the
 * session that it began (`sessionAgain`). Throws not_found for an invitation that has ended,
 * invalid_request for a name that is taken or an easy password.
 */
export async function acceptInvitation(acceptance: Acceptance): Promise<string> {
  const { token, username, password, browser } = acceptance
  const begunWith = shownBy(token, username, password)
  try {
    return await accept({ ...acceptance, begunWith })
  } catch (refused) {
    const session = await orSessionAgain(begunWith)(refused)
    // The cookie of this browser was in the answer that was lost.
    await transaction((tx) => rememberBrowser(tx, browser, adminAccount(username)))
    return session
  }
}

async function accept(acceptance: Acceptance & { begunWith: string }): Promise<string> {
  const { token, username, password, browser, origin, begunWith, now } = acceptance
  if (!(await isInvited(token, now))) throw new Problem('not_found')
  await assertStrongPassword(password, { username, field: 'password' })
  const hashed = await hashPassword(password)
  return transaction(async (tx) => {
    const where = invitationOf(token, now)
    const invitation = await tx.userInvitation.findFirst({ where })
    const { count } = await tx.userInvitation.deleteMany({ where })
    if (!invitation || count === 0) throw new Problem('not_found')
    const { email, role } = invitation
    const { id } = await tx.user.create({ data: { username, password: hashed, email, role } })
    await recordChange(tx, {
      actor: username,
      action: 'create',
      entity: 'user',
      entityId: id,
      before: null,
      after: { username, role: role as Role },
    })
    await rememberBrowser(tx, browser, adminAccount(username))
    return startSession(tx, { userId: id }, origin, { begunWith })
  }).catch((error: unknown) => {
    throw isDuplicate(error)
      ? new Problem('invalid_request', { fields: { username: 'username_taken' } })
      : error
  })
}

type Change = UserChange & { id: number; admin: AdminName; now: Date }

/**
 * Another role, or an account shut or opened again; its sessions and calendar addresses end. Throws
 * not_found, and not_changeable when no owner would be left who can sign in.
 */
export async function changeUser({ id, role, disabled, admin, now }: Change): Promise<void> {
  await transaction(async (tx) => {
    const owners = await lockUsers(tx)
    const before = await tx.user.findUnique({ where: { id } })
    if (!before) throw new Problem('not_found')
    const after = {
      role: role ?? (before.role as Role),
      disabled: disabled ?? before.disabledAt !== null,
    }
    const isLast = owners.length === 1 && owners[0]?.id === id
    if (isLast && (after.role !== 'owner' || after.disabled))
      throw new Problem('not_changeable', { sentence: 'last_owner' })
    await tx.user.update({
      where: { id },
      data: { role: after.role, disabledAt: after.disabled ? (before.disabledAt ?? now) : null },
    })
    await endAllSessions(tx, { userId: id })
    await recordChange(tx, {
      actor: admin.username,
      action: 'update',
      entity: 'user',
      entityId: id,
      before: { role: before.role as Role, disabled: before.disabledAt !== null },
      after,
    })
  })
}

/** The owners who can sign in; the accounts stay locked, so that two changes cannot both take the last. */
const lockUsers = (tx: Tx) =>
  tx.$queryRaw<{ id: number }[]>`
    WITH locked AS MATERIALIZED (SELECT id, role, disabled_at FROM users ORDER BY id FOR UPDATE)
    SELECT id FROM locked WHERE role = 'owner' AND disabled_at IS NULL`

/** Signs somebody out on every device; the addresses of their calendars end too. Throws not_found. */
export async function endSessionsOf(id: number, admin: AdminName): Promise<void> {
  await transaction(async (tx) => {
    if ((await tx.user.count({ where: { id } })) === 0) throw new Problem('not_found')
    await endAllSessions(tx, { userId: id })
    await recordChange(tx, {
      actor: admin.username,
      action: 'sign_out',
      entity: 'user',
      entityId: id,
      before: null,
      after: null,
    })
  })
}
