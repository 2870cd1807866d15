import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { isGuessable, wordsOf } from '@/lib/auth/rules'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { currentSite } from '@/lib/settings/queries'

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

let common: Promise<ReadonlySet<string>> | undefined

// Loaded when a password is set, which is rarely: the list fills a few megabytes.
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ))

/**
 * Refuses a password that would be among the first to be tried: a common one (the 49,000 most used,
 * in any spelling), the username, the studio's name or words of its postal and web address with
 * little around them. Throws invalid_request on `field`.
 */
export async function assertStrongPassword(
  password: string,
  { username, field }: { username: string; field: string },
): Promise<void> {
  const { name, legalName, address } = await currentSite()
  const host = new URL(env().SITE_URL).hostname
  const words = wordsOf([username, name, legalName, ...Object.values(address), host])
  if (isGuessable(password, words, await commonPasswords()))
    throw new Problem('invalid_request', { fields: { [field]: 'password_guessable' } })
}

type Options = {
  /** How much work runs at the same time. */
  atOnce: number
  /** How much more may wait, in each of the two lines. */
  waiting: number
  /** What whoever finds their line full is told to wait, in seconds. */
  retryAfter: number
}

/**
 * Lets costly work run a few at a time. The rest waits in two lines, those `first` before everybody
 * else; whoever finds their line full is refused with too_many_requests, so that waiting has an
 * end.
 */
export function takingTurns({ atOnce, waiting, retryAfter }: Options) {
  let running = 0
  const lines = { first: [] as (() => void)[], others: [] as (() => void)[] }

  return async <T>(work: () => Promise<T>, { first }: { first: boolean }): Promise<T> => {
    const line = first ? lines.first : lines.others
    if (running < atOnce) running++
    else if (line.length < waiting) await new Promise<void>((turn) => line.push(turn))
    else throw new Problem('too_many_requests', { retryAfter })
    try {
      return await work()
    } finally {
      const next = lines.first.shift() ?? lines.others.shift()
      // the place is handed over: nobody may take it in between
      if (next) next()
      else running--
    }
  }
}
