import 'server-only'
import { countFailedAttempt, recordChange } from '@/lib/audit/record'
import { adminAccount, type Origin, rememberBrowser } from '@/lib/auth/browser'
import { acceptPasskey } from '@/lib/auth/passkeys'
import type { Signed } from '@/lib/auth/schema'
import { lockedAccount, sessionAgain, shownBy, startSession } from '@/lib/auth/sessions'
import { countGuess } from '@/lib/auth/sign-in'
import { transaction } from '@/lib/db'
import { Problem } from '@/lib/problem'

type Attempt = {
  passkey: Signed
  address: string
  browser: string | null
  origin: Origin
  trusted: boolean
}

/**
 * Begins a session. A passkey with its user verified is two factors, so nothing else is asked for,
 * also when the account is being guessed at. Only a refused one counts as a guess: nobody's guesses
 * keep out the owner of a passkey. The same answer once more gets the session that it began. Throws
 * unauthorized, or 429 after as many as of passwords.
 */
export async function signInByPasskey({
  passkey,
  address,
  browser,
  origin,
  trusted,
}: Attempt): Promise<{ token: string; username: string; browser: string }> {
  const accepted = await acceptPasskey(passkey, browser)
  const begunWith = browser && shownBy(browser, passkey.id, passkey.response.signature)
  if (!accepted.ok && accepted.account !== null && browser !== null && begunWith) {
    const again = await sessionAgain(begunWith)
    if (again) return { token: again.token, username: accepted.account, browser }
  }
  if (!accepted.ok || browser === null) {
    const retryAfter = await countGuess(address)
    if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
    const account = accepted.ok ? accepted.user.username : accepted.account
    await countFailedAttempt('sign_in_failed', account ?? '(unknown)')
    throw new Problem('unauthorized', { sentence: 'passkey_refused' })
  }
  const { id, username } = accepted.user
  return transaction(async (tx) => {
    // An operator's reset removes passkeys and ends sessions; it may have come meanwhile.
    const account = await lockedAccount(tx, id)
    if (!account || (await tx.passkey.count({ where: { credentialId: passkey.id } })) === 0)
      throw new Problem('unauthorized', { sentence: 'passkey_refused' })
    await rememberBrowser(tx, browser, adminAccount(username))
    await recordChange(tx, {
      actor: username,
      action: 'sign_in',
      entity: 'user',
      entityId: id,
      before: null,
      after: { factors: ['passkey'] },
    })
    return {
      token: await startSession(tx, { userId: id }, origin, { trusted, begunWith }),
      username,
      browser,
    }
  })
}
