'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { request } from '@/components/api'
import { serverNow } from '@/components/browser/clock'
import { useTimesSeen } from '@/components/browser/seen-again'
import type { NextSlotResponse } from '@/lib/availability/schema'
import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { pathIn } from '@/lib/i18n/path'
import { isDate, isTime } from '@/lib/time'

type Slot = { date: string; time: string }

// Read only after a slot arrived, so never during hydration.
const isElsewhere = () => new Date(serverNow()).getTimezoneOffset() !== -8 * 60

const isSlot = (value: unknown): value is Slot => {
  const slot = value as Slot | null
  return (
    typeof slot?.date === 'string' &&
    isDate(slot.date) &&
    typeof slot.time === 'string' &&
    isTime(slot.time)
  )
}

async function nextSlot(signal: AbortSignal): Promise<Slot | null> {
  const body = await request<NextSlotResponse>('/api/next-slot', { signal })
  return isSlot(body) ? body : null
}

/**
 * The next free slot from the live calendar; on any failure it remains a link to the booking page.
 */
export function NextSlot({ date }: { date: DateWords }) {
  const [t, common] = [useTranslations('pages.home.slot'), useTranslations('common')]
  const locale = useLocale()
  const [slot, setSlot] = useState<Slot | null | 'loading'>('loading')
  const times = useTimesSeen()

  useEffect(() => {
    const leaving = new AbortController()
    nextSlot(leaving.signal).then(setSlot, () => leaving.signal.aborted || setSlot(null))
    return () => leaving.abort()
  }, [times])

  const found = slot !== 'loading' && slot
  return (
    <Link
      href={pathIn(locale, found ? `/booking?date=${found.date}&time=${found.time}` : '/booking')}
      prefetch={false}
      className="slot group"
    >
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${found ? 'bg-meter' : 'bg-edge'}`}
      />
      <span aria-live="polite" className="slot-text figures">
        {slot === 'loading' && <span className="text-sm text-muted">{t('loading')}</span>}
        {slot === null && <span className="font-semibold">{t('fallback')}</span>}
        {found && (
          <>
            <span className="text-xs text-muted">
              {isElsewhere() ? `${t('label')} · ${common('studioTime')}` : t('label')}
            </span>
            <span className="text-lg font-semibold group-hover:text-tungsten">{`${dateText(date, found.date)}, ${found.time}`}</span>
          </>
        )}
      </span>
      <span aria-hidden="true" className="ml-auto text-tungsten">
        →
      </span>
    </Link>
  )
}
