'use client'
import { readSession } from '@/lib/recording/schema'
import type { Session } from '@/lib/recording/rules'

// The one session of this browser. In localStorage, so that a refresh, a discarded tab or a second
// tab finds it; where storage is refused it lives as long as the page.
const KEY = 'recording-session'
const listeners = new Set<() => void>()
let session: Session | null = null
let loaded = false

const tell = () => listeners.forEach((listener) => listener())

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function onStorage(event: StorageEvent): void {
  if (event.key !== KEY && event.key !== null) return
  session = readSession(event.newValue)
  tell()
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', onStorage)
    loaded = false
  }
}

export function read(): Session | null {
  if (!loaded) session = readSession(stored())
  loaded = true
  return session
}

export function write(next: Session): void {
  session = next
  loaded = true
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Kept in memory.
  }
  tell()
}
