'use client'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { weekday } from '@/lib/time'
import { useFreeNow } from './free-now'

/** What happens in the room now; grey and silent until that is known. */
export function Lamp({ weekdays }: { weekdays: string[] }) {
  const t = useTranslations('pages.home.lamp')
  const free = useFreeNow()
  const room = free === 'loading' ? null : free?.room
  const until = room?.until
  useTitleOnAir(room?.state === 'onAir' ? t('onAir') : null)
  const text = () => {
    if (room?.state === 'onAir') return until ? t('onAirUntil', { time: until.time }) : t('onAir')
    if (room?.state === 'free') return t('free')
    if (room?.state !== 'off') return ''
    if (!until) return t('off')
    return t('opens', { day: weekdays[weekday(until.date)] ?? '', time: until.time })
  }
  return (
    <span className="lamp" data-state={room?.state} aria-live="polite">
      {text()}
    </span>
  )
}

/** The tab's title and icon say it too. */
function useTitleOnAir(label: string | null): void {
  useEffect(() => {
    if (label === null) return
    const before = document.title
    const title = `● ${label} · ${before}`
    const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')].map(
      (icon) => ({ icon, href: icon.href }),
    )
    document.title = title
    for (const { icon } of icons) icon.href = '/on-air.svg'
    return () => {
      // Another page may have set its own.
      if (document.title === title) document.title = before
      for (const { icon, href } of icons) icon.href = href
    }
  }, [label])
}
