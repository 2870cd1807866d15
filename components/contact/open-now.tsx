'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { openState } from '@/lib/contacts/rules'
import type { Locale } from '@/lib/i18n/routing'
import type en from '@/messages/en.json'

type Words = (typeof en)['contact']['open']

const MINUTE = 60_000
const eachMinute = (changed: () => void) => {
  const timer = setInterval(changed, 5_000)
  return () => clearInterval(timer)
}
const minute = () => Math.floor(Date.now() / MINUTE) * MINUTE

const dayName = (date: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Whether the studio is open now, in Malaysian time; the page is prerendered, so only the browser can know. */
export function OpenNow({ locale, holidays, words }: { locale: Locale; holidays: readonly string[]; words: Words }) {
  const now = useSyncExternalStore(eachMinute, minute, () => null)
  const closedDays = useMemo(() => new Set(holidays), [holidays])
  const state = now === null ? null : openState(new Date(now), closedDays)
  const sentence = () => {
    if (!state) return '\u00A0'
    if (state.open) return (state.holiday ? words.holiday : words.now).replace('{time}', state.until)
    return (state.today ? words.today : words.later).replace('{day}', dayName(state.date, locale)).replace('{time}', state.at)
  }
  return (
    <p className="flex items-center gap-3">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${state?.open ? 'bg-meter' : 'bg-edge'}`} />
      <span className="figures leading-snug">
        <span className="block font-semibold">{sentence()}</span>
        <span className="block text-xs text-muted">{words.zone}</span>
      </span>
    </p>
  )
}
