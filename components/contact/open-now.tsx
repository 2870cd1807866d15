'use client'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { useNow } from '@/components/browser/use-now'
import { openState } from '@/lib/contacts/rules'
import { toOpening, type HouseHours, type RoomOpening } from '@/lib/rooms/house'
import { weekday } from '@/lib/time'

type Props = {
  /** The language's names of the days, from Sunday on. */ weekdays: string[]
  hours: HouseHours
  /** Dates of public holidays. */ holidays: readonly string[]
  /** Dates on which it is closed. */ closedDays: readonly string[]
  /** Where its rooms are open at different times: it is open while one of them is. */
  rooms?: readonly RoomOpening[]
  /** The name of who answers, where the owner has entered one. */
  replier?: string
}

/**
 * Whether the studio is open now, in Malaysian time and by the server's clock; the page is
 * prerendered, so the browser has to ask.
 */
export function OpenNow({ weekdays, hours, holidays, closedDays, rooms, replier }: Props) {
  const t = useTranslations('contact.open')
  const now = useNow(60_000)
  const openings = useMemo(
    () => (rooms ?? [{ hours, holidays, closedDays }]).map(toOpening),
    [hours, holidays, closedDays, rooms],
  )
  const state = now === null ? null : openState(new Date(now), openings)
  const sentence = () => {
    if (!state) return '\u00A0'
    if (state.open && replier !== undefined)
      return t(state.holiday ? 'repliesHoliday' : 'replies', { name: replier, time: state.until })
    if (state.open) return t(state.holiday ? 'holiday' : 'now', { time: state.until })
    if (state.today) return t('today', { time: state.at })
    return t('later', { day: weekdays[weekday(state.date)] ?? '', time: state.at })
  }
  return (
    <p className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${state?.open ? 'bg-meter' : 'bg-edge'}`}
      />
      <span className="figures leading-snug">
        {/* On a phone it may need two lines, and appears after the page: its space is reserved. */}
        <span className="block font-semibold max-sm:grid max-sm:min-h-[2lh] max-sm:content-end">
          {sentence()}
        </span>
        <span className="block text-xs text-muted">{t('zone')}</span>
      </span>
    </p>
  )
}
