import 'server-only'
import { randomBytes } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import type { AuditAction, AuditFields } from '@/lib/audit/words'
import { ProofFailed, provePassword, proveSecondStep } from '@/lib/auth/account'
import { acceptPasskey } from '@/lib/auth/passkeys'
import { waysOf } from '@/lib/auth/queries'
import type { Factor, Way } from '@/lib/auth/rules'
import type { Signed } from '@/lib/auth/schema'
import { limitSecondStep } from '@/lib/auth/second-step'
import { shownBy } from '@/lib/auth/sessions'
import { db, transaction, type Tx } from '@/lib/db'
import { sha256 } from '@/lib/http/request'
import type { AdminName } from '@/lib/http/route'
import { Problem } from '@/lib/problem'

type Proof = {
  password?: string | undefined
  code: string | null
  passkey?: Signed | undefined
  /** Of the session in which it counts for ten minutes; it gets a new one. */
  token: string
  browser: string | null
  now: Date
}

/**
 * Proves once more who is signed in, by what also signs them in. Returns the session's new token.
 * Throws invalid_request beside the field that is wrong, 429 after too many, unauthorized when the
 * session has ended. Both outcomes are written into the audit log.
 */
export async function prove(
  admin: AdminName,
  proof: Proof,
): Promise<{ token: string; trusted: boolean }> {
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
    const way = wayOf(proof)
    const ways = await waysOf(admin)
    if (way === null || !ways.includes(way)) throw missing(ways)
    if (way === 'password') await provePassword(admin, proof.password ?? '')
    if (way === 'passkey') await provePasskey(admin, proof)
    if (way === 'code') await limitSecondStep(String(admin.id), proof.code)
    return await transaction(async (tx) => {
      const factors: Factor[] =
        way === 'code' ? await proveSecondStep(tx, admin, proof.code, proof.now) : [way]
      const token = randomBytes(32).toString('base64url')
      const [session] = await tx.$queryRaw<{ trusted: boolean }[]>`
        UPDATE sessions SET id = ${sha256(token)}, proved_at = now(),
          begun_with = ${shownInProof(proof)}, replaces = ${sha256(proof.token)}
        WHERE id = ${sha256(proof.token)} AND kind = 'admin' AND user_id = ${admin.id}
        RETURNING trusted`
      if (!session) throw new Problem('unauthorized')
      await record(tx, 'proof', { factors })
      return { token, trusted: session.trusted }
    })
  } catch (error) {
    // After the transaction, which was rolled back.
    if (error instanceof ProofFailed) await record(db(), 'proof_failed', { reason: error.reason })
    throw error
  }
}

/** What the session is known by when the same proof is sent again with the token that it had. */
export const shownInProof = (proof: Pick<Proof, 'password' | 'code' | 'passkey' | 'token'>) =>
  shownBy(proof.token, 'proof', proof.password, proof.code, proof.passkey?.response.signature)

function wayOf({ passkey, code, password }: Proof): Way | null {
  if (passkey) return 'passkey'
  if (code) return 'code'
  return password ? 'password' : null
}

/** The proof that this account asks for instead. */
const missing = (ways: readonly Way[]): Problem =>
  ways.includes('code')
    ? new ProofFailed('code', 'second_step_required')
    : new Problem('invalid_request', { fields: { password: 'required' } })

async function provePasskey({ id }: AdminName, { passkey, browser }: Proof): Promise<void> {
  const accepted = passkey && (await acceptPasskey(passkey, browser))
  if (!accepted?.ok || accepted.user.id !== id) throw new ProofFailed('passkey', 'passkey_wrong')
}
