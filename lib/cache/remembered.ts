import 'server-only'
import { LOCALES, type Locale } from '@/lib/i18n/routing'

// What the owner edits and every time and price is computed from. Our server watches the content's
// versions (lib/cache/content-versions.ts) and reports each read and change; without it nothing is
// cached.

/** How long after the last read of the versions the cache is valid, in milliseconds: four reads. */
const TRUSTED_MS = 2_000

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioContent?: { age: number; seenAt: number } }

/** `at`: when the versions were read (performance.now()); what had changed was discarded. */
export function markContentFresh(at: number): void {
  holder.studioContent = { age: holder.studioContent?.age ?? 0, seenAt: at }
}

/** Nothing read before is returned again. */
export function invalidateContent(): void {
  if (holder.studioContent) holder.studioContent.age++
}

/**
 * Valid for two seconds after the versions were last read. A result that was being read during a
 * change is not kept, nor is a failure. Concurrent callers share one read.
 */
export function cachedUntilContentChanges<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: { age: number; value: Promise<T> } | undefined
  return () => {
    const content = holder.studioContent
    if (!content || performance.now() - content.seenAt > TRUSTED_MS) return load()
    if (kept?.age === content.age) return kept.value
    const fresh = { age: content.age, value: load() }
    fresh.value.catch(() => kept === fresh && (kept = undefined))
    kept = fresh
    return fresh.value
  }
}

/** The same for what is read in a language. */
export function cachedByLocale<T>(
  load: (locale: Locale) => Promise<T>,
): (locale: Locale) => Promise<T> {
  const cached = new Map(
    LOCALES.map((locale) => [locale, cachedUntilContentChanges(() => load(locale))]),
  )
  return (locale) => (cached.get(locale) as () => Promise<T>)()
}
