'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  apply,
  clockText,
  createSession,
  elapsedSeconds,
  type Act,
  type Session,
  type Setup,
} from '@/lib/recording/rules'
import { read, subscribe, write } from './store'
import { fill } from '@/components/site/fill'
import { milestoneTitle, type TrackerWords } from './words'

const TICK_MS = 250

const clock = (changed: () => void) => {
  const timer = setInterval(changed, TICK_MS)
  // A hidden tab's timers sleep; whoever looks at it again sees the right time at once.
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}

/** The recorded whole seconds, kept current by the clock. */
export const useSeconds = (session: Session): number =>
  useSyncExternalStore(
    clock,
    () => elapsedSeconds(session, Date.now()),
    () => 0,
  )

/**
 * The session of this browser, what can be done with it, and what a screen reader should say of it.
 */
export function useRecorder(words: TrackerWords, onComplete: (session: Session) => void) {
  const session = useSyncExternalStore(subscribe, read, () => null)
  const [said, say] = useState('')
  const recording = session?.status === 'recording'

  const act = (what: Act) => {
    const before = read()
    const after = before && apply(before, what)
    if (!after || after === before) return
    write(after)
    const news = newsOf(before, after, what, words)
    if (news) say(news)
    if (after.status === 'completed' && before.status !== 'completed') onComplete(after)
  }

  const start = (setup: Setup) => {
    const now = Date.now()
    write(apply(createSession(now.toString(36), setup), { type: 'start', now }))
    say(words.said.started)
  }

  useEffect(() => {
    if (!recording) return
    return clock(() => {
      const before = read()
      const after = before && apply(before, { type: 'tick', now: Date.now() })
      if (!after || after === before) return
      write(after)
      say(newsOf(before, after, { type: 'tick', now: 0 }, words))
    })
  }, [recording, words])

  return { session, said, act, start }
}

/** What happened, in words; empty when there is nothing to say. */
function newsOf(
  before: Session,
  after: Session,
  what: Act,
  { said, ...words }: TrackerWords,
): string {
  const reached = after.milestones.filter(
    ({ completed }, index) => completed && !before.milestones[index]?.completed,
  )
  const milestones = reached.map(({ id, time }) =>
    fill(said.reached, { title: milestoneTitle({ said, ...words }, id), time: clockText(time) }),
  )
  const seconds = Math.floor(after.bankedMs / 1000)
  const act = {
    start: () => said.started,
    pause: () => fill(said.paused, { time: clockText(seconds) }),
    resume: () => said.resumed,
    stop: () => words.done.title,
    tick: () => '',
    mark: () => {
      const index = after.markers.findIndex((marker) => !before.markers.includes(marker))
      return fill(said.marked, {
        number: index + 1,
        time: clockText(after.markers[index]?.time ?? 0),
      })
    },
    label: () => '',
    unmark: () => said.unmarked,
  }
  return [...milestones, act[what.type]()].filter(Boolean).join(' ')
}
