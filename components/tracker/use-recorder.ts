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

// The one session of this browser. It is in localStorage, where a reload, a discarded tab or a second
// tab finds it, and is read there each time: a tab's own copy would be of before another tab's act, or
// of before the page was left, and would undo what was done since.
const KEY = 'recording-session'
const listeners = new Set<() => void>()
/** What storage has; the same text is the same session. */
let found: { text: string | null; session: Recording | null } = { text: null, session: null }
/** What storage refused: it lives as long as the document. */
let refused: Recording | null = null

const notify = () => listeners.forEach((listener) => listener())

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

// No event reaches a page that the browser keeps: it looks when it is shown again.
const EVENTS = ['storage', 'pageshow']

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) EVENTS.forEach((event) => window.addEventListener(event, notify))
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) EVENTS.forEach((event) => window.removeEventListener(event, notify))
  }
}

function read(): Recording | null {
  if (refused) return refused
  const text = stored()
  if (text !== found.text) found = { text, session: readSession(text) }
  return found.session
}

function write(next: Recording): void {
  const text = JSON.stringify(next)
  try {
    localStorage.setItem(KEY, text)
    found = { text, session: next }
    refused = null
  } catch {
    refused = next
  }
  notify()
}
