import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { takingTurns } from './turns'

// OWASP's minimum for argon2id, about 20 ms here; argon2id is the library's default algorithm.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of a password nobody has, at the same cost: without it an unknown username would answer
 * 20 ms sooner.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2o5Wpm3sN+m9qfxoVvyBWg$8bRu5JPXGzuq0EfPjaK8JuTHu8urD04xTaCKBygmxxs'

// Each computation fills a core and 19 MiB: more than two at once and guessing passwords would
// slow everything else. One line for the whole process, whichever bundle this file is in.
const holder = globalThis as { studioPasswordTurns?: ReturnType<typeof takingTurns> }
const inTurn = (holder.studioPasswordTurns ??= takingTurns({
  atOnce: 2,
  waiting: 16,
  retryAfter: 5,
}))

/** The hash a password is kept as. Throws too_many_requests when too many wait for theirs. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, ARGON), { first: true })

/**
 * True when `password` is the one that `hashed` was made from. `first`: before those who wait, for
 * somebody who is known already. Throws too_many_requests when too many wait.
 */
export const verifyPassword = (
  hashed: string,
  password: string,
  { first }: { first: boolean },
): Promise<boolean> => inTurn(() => verify(hashed, password), { first })
