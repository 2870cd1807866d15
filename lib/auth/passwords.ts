import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { isGuessable, wordsOf } from '@/lib/auth/rules'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { currentSite } from '@/lib/settings/queries'
import { takingTurns } from '@/lib/turns'

// OWASP's minimum for argon2id, about 20 ms here; argon2id is the library's default algorithm.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same cost for an unknown username, which would be answered 20 ms sooner. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2o5Wpm3sN+m9qfxoVvyBWg$8bRu5JPXGzuq0EfPjaK8JuTHu8urD04xTaCKBygmxxs'

// Each computation uses a whole core and 19 MiB: with more than two at once, somebody guessing
// passwords would slow everything else down. One queue for the whole process, in whichever bundle
// this file is.
const holder = globalThis as { studioPasswordTurns?: ReturnType<typeof takingTurns> }
const inTurn = (holder.studioPasswordTurns ??= takingTurns({
  atOnce: 2,
  waiting: 16,
  retryAfter: 5,
}))

/** Throws too_many_requests when too many callers wait. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, ARGON), { first: true })

/** `first`: ahead of the queue, for somebody known. Throws too_many_requests when too many wait. */
export const verifyPassword = (
  hashed: string,
  password: string,
  { first }: { first: boolean },
): Promise<boolean> => inTurn(() => verify(hashed, password), { first })

// At least this on the estimator's scale from 0 to 4: more than 10^8 guesses, which costs time also
// with a copy of the hashes.
const LEAST_SCORE = 3
// Matching takes more than linear time, and a password that is strong so far is strong.
const LONGEST_SCORED = 64

let estimator: ReturnType<typeof loadEstimator> | undefined

// Loaded only when a password is set: the lists take a few megabytes.
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return { zxcvbn, common: new Set(dictionary['passwords-common']) as ReadonlySet<string> }
}

/**
 * Refuses a password that would be guessed early, by zxcvbn's estimate, or that adds little to a
 * common one, the username, the studio's name, or words of its postal, web and email address.
 * Throws invalid_request on `field`.
 */
export async function assertStrongPassword(
  password: string,
  { username, field }: { username: string; field: string },
): Promise<void> {
  const { name, legalName, address, email } = await currentSite()
  const host = new URL(env().SITE_URL).hostname
  const texts = [username, name, legalName, ...Object.values(address), host, email]
  const { zxcvbn, common } = await (estimator ??= loadEstimator())
  const words = wordsOf(texts)
  const scored = password.normalize('NFKC').slice(0, LONGEST_SCORED)
  const { score } = zxcvbn.check(scored, [...texts.filter(Boolean), ...words])
  if (score < LEAST_SCORE || isGuessable(password, words, common))
    throw new Problem('invalid_request', { fields: { [field]: 'password_guessable' } })
}
