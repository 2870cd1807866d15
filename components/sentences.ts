// Apart from components/intl.tsx: whoever imports that sends the provider's code to the browser.

/**
 * Takes a part of `getMessages()` and gives its sentences as the dictionary has them, {holes}
 * included: for islands that fill them in themselves, because a provider costs more than they do.
 * The build turns sentences with holes into data (next.config.mjs). Refuses plurals, selects and
 * tags, which only the provider can fill in.
 */
export const sentencesOf = <T extends object>(messages: T): T =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, sentenceOf(key, value)]),
  ) as T

function sentenceOf(key: string, value: unknown): unknown {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return sentencesOf(value as object)
  const parts: unknown[] = value
  return parts.map((part) => (typeof part === 'string' ? part : holeOf(key, part))).join('')
}

function holeOf(key: string, part: unknown): string {
  if (Array.isArray(part) && part.length === 1 && typeof part[0] === 'string') return `{${part[0]}}`
  throw new Error(`"${key}" is more than a sentence with holes: its island needs the provider.`)
}
