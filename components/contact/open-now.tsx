'use client'
import { useMemo, useSyncExternalStore } from 'react'
import type { Hours } from '@/lib/studio'
import { openState } from '@/lib/contacts/rules'
import { weekday } from '@/lib/time'
import type en from '@/messages/en.json'

type Words = (typeof en)['contact']['open']

const MINUTE = 60_000
const eachMinute = (changed: () => void) => {
  const timer = setInterval(changed, 5_000)
  return () => clearInterval(timer)
}
const minute = () => Math.floor(Date.now() / MINUTE) * MINUTE

type Props = {
  /** The language's names of the days, from Sunday on. */ weekdays: string[]
  hours: Hours
  /** Dates of public holidays. */ holidays: readonly string[]
  words: Words
}

/**
 * Whether the studio is open now, in Malaysian time; the page is prerendered, so only the browser
 * can know.
 */
export function OpenNow({ weekdays, hours, holidays, words }: Props) {
  const now = useSyncExternalStore(eachMinute, minute, () => null)
  const opening = useMemo(() => ({ hours, holidays: new Set(holidays) }), [hours, holidays])
  const state = now === null ? null : openState(new Date(now), opening)
  const sentence = () => {
    if (!state) return '\u00A0'
    if (state.open)
      return (state.holiday ? words.holiday : words.now).replace('{time}', state.until)
    return (state.today ? words.today : words.later)
      .replace('{day}', weekdays[weekday(state.date)] ?? '')
      .replace('{time}', state.at)
  }
  return (
    <p className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${state?.open ? 'bg-meter' : 'bg-edge'}`}
      />
      <span className="figures leading-snug">
        <span className="block font-semibold">{sentence()}</span>
        <span className="block text-xs text-muted">{words.zone}</span>
      </span>
    </p>
  )
}
