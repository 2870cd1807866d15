import 'server-only'

// Content in this process's memory: what the owner edits, from which every time and price is worked
// out. Our server watches the content's versions (lib/cache/content-versions.ts) and says
// when it looked and what changed; where nobody looks, nothing is remembered.

/** How long after the last look memory still counts, in milliseconds: four looks. */
const TRUSTED_MS = 2_000

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioContent?: { age: number; seenAt: number } }

/**
 * The content's versions were read at `at` (performance.now(), which is never set back), and what
 * had changed is forgotten.
 */
export function contentSeen(at: number): void {
  holder.studioContent = { age: holder.studioContent?.age ?? 0, seenAt: at }
}

/** Content changed, or may have: nothing that was read before is given again. */
export function forgetContent(): void {
  if (holder.studioContent) holder.studioContent.age++
}

/**
 * `load`, whose result is kept until content changes, and counts for two seconds after somebody
 * last looked whether it did. What was being read while it changed is not kept, a failure neither.
 * Whoever asks meanwhile waits for the same reading.
 */
export function remembered<T>(load: () => Promise<T>): () => Promise<T> {
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
