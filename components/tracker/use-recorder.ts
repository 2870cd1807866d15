'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { deviceNow } from '@/components/browser/clock'
import {
  type Act,
  apply,
  clockText,
  createSession,
  elapsedSeconds,
  type Recording,
  type Setup,
} from '@/lib/recording/rules'
import { readSession } from '@/lib/recording/schema'

const TICK_MS = 250

const clock = (changed: () => void) => {
  const timer = setInterval(changed, TICK_MS)
  // A hidden tab's timers are suspended; a returning user sees the right time at once.
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}

/** The recorded whole seconds, kept current by the clock. */
export const useSeconds = (session: Recording): number =>
  useSyncExternalStore(
    clock,
    () => elapsedSeconds(session, deviceNow()),
    () => 0,
  )

/** The session of this browser, its actions, and the text for screen readers. */
export function useRecorder(onComplete: (session: Recording) => void) {
  const t = useTranslations('tracker.app')
  const session = useSyncExternalStore(subscribe, read, () => null)
  const [said, say] = useState('')
  const recording = session?.status === 'recording'

  const act = (what: Act) => {
    const before = read()
    const after = before && apply(before, what)
    if (!after || after === before) return
    write(after)
    const announcement = announcementOf(before, after, what, t)
    if (announcement) say(announcement)
    if (after.status === 'completed' && before.status !== 'completed') onComplete(after)
  }

  const start = (setup: Setup) => {
    const now = deviceNow()
    write(apply(createSession(now.toString(36), setup), { type: 'start', now }))
    say(t('said.started'))
  }

  useEffect(() => {
    if (!recording) return
    return clock(() => {
      const before = read()
      const after = before && apply(before, { type: 'tick', now: deviceNow() })
      if (!after || after === before) return
      write(after)
      say(announcementOf(before, after, { type: 'tick', now: 0 }, t))
    })
  }, [recording, t])

  return { session, said, act, start }
}

/** What happened, as text; empty when there is nothing to announce. */
function announcementOf(
  before: Recording,
  after: Recording,
  what: Act,
  t: ReturnType<typeof useTranslations<'tracker.app'>>,
): string {
  const reached = after.milestones.filter(
    ({ completed }, index) => completed && !before.milestones[index]?.completed,
  )
  const milestones = reached.map(({ id, time }) =>
    t('said.reached', { title: t(`milestone.${id}`), time: clockText(time) }),
  )
  const seconds = Math.floor(after.bankedMs / 1000)
  const act = {
    start: () => t('said.started'),
    pause: () => t('said.paused', { time: clockText(seconds) }),
    resume: () => t('said.resumed'),
    stop: () => t('done.title'),
    tick: () => '',
    mark: () => {
      const index = after.markers.findIndex((marker) => !before.markers.includes(marker))
      return t('said.marked', {
        number: index + 1,
        time: clockText(after.markers[index]?.time ?? 0),
      })
    },
    label: () => '',
    unmark: () => t('said.unmarked'),
    level: () => '',
  }
  return [...milestones, act[what.type]()].filter(Boolean).join(' ')
}

// The one session of this browser. In localStorage, so that a reload, a discarded tab or a second
// tab finds it; where storage is refused it lives as long as the page.
const KEY = 'recording-session'
const listeners = new Set<() => void>()
let session: Recording | null = null
let loaded = false

const notify = () => listeners.forEach((listener) => listener())

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
  notify()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', onStorage)
    loaded = false
  }
}

function read(): Recording | null {
  if (!loaded) session = readSession(stored())
  loaded = true
  return session
}

function write(next: Recording): void {
  session = next
  loaded = true
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Stored in memory.
  }
  notify()
}
