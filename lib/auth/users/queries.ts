import 'server-only'
import { db } from '@/lib/db'
import { sha256 } from '@/lib/http/request'
import type { Role } from '@/lib/roles'
import type { InvitationLine, UserLine } from '../schema'
import { liveAdminSessions } from '../sessions'

/** True while an invitation with this token can be accepted. */
export const isInvited = async (token: string, now: Date): Promise<boolean> =>
  (await db().userInvitation.count({ where: invitationOf(token, now) })) > 0

/** While its time has not passed and who sent it may still invite: is an owner, and can sign in. */
const standing = (now: Date) => ({
  expiresAt: { gt: now },
  inviter: { role: 'owner', disabledAt: null },
})

/** Where an invitation with this token is, if it can be accepted. */
export const invitationOf = (token: string, now: Date) => ({
  tokenHash: sha256(token),
  ...standing(now),
})

/** Everybody with an account, in the order in which they came, and who is invited. */
export async function listUsers(
  now: Date,
): Promise<{ users: UserLine[]; invitations: InvitationLine[] }> {
  const [users, invitations] = await Promise.all([
    db().user.findMany({
      orderBy: { id: 'asc' },
      include: {
        sessions: { where: liveAdminSessions(now), orderBy: { lastSeenAt: 'desc' } },
        _count: { select: { passkeys: true } },
      },
    }),
    db().userInvitation.findMany({
      where: standing(now),
      orderBy: { id: 'asc' },
    }),
  ])
  return {
    users: users.map((user) => ({
      id: user.id,
      username: user.username,
      email: user.email,
      role: user.role as Role,
      passkeys: user._count.passkeys,
      twoStep: user.totpConfirmedAt !== null,
      sessions: user.sessions.length,
      lastSeenAt: user.sessions[0]?.lastSeenAt.toISOString() ?? null,
      disabled: user.disabledAt !== null,
    })),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      ...{ id, email, role: role as Role },
      expiresAt: expiresAt.toISOString(),
    })),
  }
}
