import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { isGuessable, wordsOf } from '@/lib/auth/rules'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { currentSite } from '@/lib/settings/queries'

// OWASP's minimum for argon2id, about 20 ms here; argon2id is the library's default algorithm.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of an unknown password at the same cost: without it an unknown username would be
 * answered 20 ms sooner.
 */
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

/** The hash of a password for storage. Throws too_many_requests when too many callers wait. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, ARGON), { first: true })

/**
 * True when `password` is the one that `hashed` was made from. `first` goes ahead of the queue, for
 * somebody who is already known. Throws too_many_requests when too many callers wait.
 */
export const verifyPassword = (
  hashed: string,
  password: string,
  { first }: { first: boolean },
): Promise<boolean> => inTurn(() => verify(hashed, password), { first })

let common: Promise<ReadonlySet<string>> | undefined

// Loaded only when a password is set: the list takes a few megabytes.
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ))

/**
 * Refuses a password that would be guessed early: a common one (the 49,000 most used, in any
 * spelling), the username, the studio's name, or words of its postal and web address with little
 * added. Throws invalid_request on `field`.
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
  /** How many more may wait in each of the two queues. */
  waiting: number
  /** The Retry-After for callers whose queue is full, in seconds. */
  retryAfter: number
}

/**
 * Runs costly work a few at a time. The rest waits in two queues, with `first` ahead of everybody
 * else. A caller whose queue is full is refused with too_many_requests, so that waiting is bounded.
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
      // The place is handed over directly, so that no other caller can take it.
      if (next) next()
      else running--
    }
  }
}
