import 'server-only'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { currentSite } from '@/lib/settings/data'
import { isGuessable, wordsOf } from './rules'

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
