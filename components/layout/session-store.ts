// The tab's own memory. A browser may refuse storage altogether (private windows, policies): then
// nothing is remembered over a refresh, and everything else works.

export function recall(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function remember(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

/** Empties the tab's memory: what was typed in it, and what it was allowed to read. */
export function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    return
  }
}
