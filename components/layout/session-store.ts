// The tab's storage. A browser may refuse storage (private windows, policies): then nothing
// survives a reload, and everything else works.

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

/** Clears the tab's storage: what was typed in it, and what it was allowed to read. */
export function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    return
  }
}
