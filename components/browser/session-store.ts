// The tab's storage. A browser may refuse storage (private windows, policies, no space left): then
// nothing survives a reload, what is stored lives as long as the document, and everything else works.

/** What storage refused, and so is newer than what it has. */
const memory = new Map<string, unknown>()

export function recall(key: string): unknown {
  if (memory.has(key)) return memory.get(key) ?? null
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function remember(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
}

export function forget(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

/** Clears the tab's storage: what was typed in it, and what it was allowed to read. */
export function forgetTab(): void {
  memory.clear()
  try {
    sessionStorage.clear()
  } catch {
    return
  }
}
