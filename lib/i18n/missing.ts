import type { IntlError } from 'next-intl'

const told = new Set<string>()

/** What a key says in English: `durations.half-day` is "half day". */
export const wordsOfKey = (key: string): string =>
  (key.split('.').at(-1) ?? key)
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

/**
 * A message that is missing or cannot be written: the log has one line, by which a test fails, and a
 * reader gets the words of its key.
 */
export const forMissing = {
  onError(error: IntlError) {
    if (told.has(error.message)) return
    told.add(error.message)
    console.error(error.message)
  },
  getMessageFallback: ({ key }: { key: string }) => wordsOfKey(key),
}

// The library's list of codes is not in the browser (next.config.mjs).
export const isMissing = (error: IntlError): boolean => String(error.code) === 'MISSING_MESSAGE'
