'use client'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { useNow } from '@/components/layout/use-now'
import { openState } from '@/lib/contacts/rules'
import type { Hours } from '@/lib/studio'
import { weekday } from '@/lib/time'

type Props = {
  /** The language's names of the days, from Sunday on. */ weekdays: string[]
  hours: Hours
  /** Dates of public holidays. */ holidays: readonly string[]
  /** Dates on which it is closed. */ closedDays: readonly string[]
}

/**
 * Whether the studio is open now, in Malaysian time and by the server's clock; the page is
 * prerendered, so the browser has to ask.
 */
export function OpenNow({ weekdays, hours, holidays, closedDays }: Props) {
  const t = useTranslations('contact.open')
  const now = useNow(60_000)
  const opening = useMemo(
    () => ({ hours, holidays: new Set(holidays), closed: new Set(closedDays) }),
    [hours, holidays, closedDays],
  )
  const state = now === null ? null : openState(new Date(now), opening)
  const sentence = () => {
    if (!state) return '\u00A0'
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
