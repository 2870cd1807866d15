import 'server-only'
import { recordChange } from '@/lib/audit'
import { db } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { pseudonymOf } from '@/lib/pseudonym'

/** Who wants to sign in: an administrator by username, or a member by email. */
type Claimant = { username: string } | { email: string }

/**
 * Runs a sign-in and writes into the audit log how it ended: "sign_in", or "sign_in_failed" with
 * the reason. Passes on what it returns and throws. An attempt that was refused for being one too
 * many is not written down: the log would grow as fast as somebody can send.
 */
export async function recordedSignIn<T>(who: Claimant, signIn: () => Promise<T>): Promise<T> {
  const result = await signIn().catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'unauthorized')
      await record(who, 'sign_in_failed', error.details.sentence ?? error.code)
    throw error
  })
  await record(who, 'sign_in', null)
  return result
}

async function record(who: Claimant, action: string, reason: string | null): Promise<void> {
  const named = 'email' in who ? await memberNamed(who.email) : await adminNamed(who.username)
  await recordChange(db(), { ...named, action, before: null, after: reason ? { reason } : null })
}

// The log cannot be changed when a person is erased, so it never holds an email.
const memberNamed = async (email: string) => ({
  actor: 'customer',
  entity: 'member_sign_in',
  entityId: await pseudonymOf(email),
})

// People type passwords into the field of the name: what names nobody is not kept as it was typed.
async function adminNamed(username: string) {
  const user = await db().user.findUnique({ where: { username }, select: { id: true } })
  return {
    actor: user ? username : '(unknown)',
    entity: 'user',
    entityId: user ? user.id : await pseudonymOf(username),
  }
}
