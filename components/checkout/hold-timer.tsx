'use client'
import { Timer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { serverNow, useTicking } from '@/components/browser/clock'
import { cn } from '@/components/ui/cn'

const ANNOUNCED = [300, 60]

/**
 * How long the hold still lasts. Updated every second, announced twice: a timer that is read out
 * every second would drown out the form.
 */
export function HoldTimer({ secondsLeft, className }: { secondsLeft: number; className?: string }) {
  const t = useTranslations('payment.hold')
  const announced = ANNOUNCED.find((mark) => secondsLeft <= mark && secondsLeft > mark - 5)
  const urgent = secondsLeft <= 60
  return (
    <p
      className={cn(
        'flex items-center gap-2 text-sm',
        urgent ? 'text-onair-soft' : 'text-muted',
        className,
      )}
    >
      <Timer aria-hidden="true" className="size-4 shrink-0" />
      {t('label')}
      <span
        role="timer"
        translate="no"
        aria-label={t('left')}
        className={cn('font-semibold figures', urgent ? 'text-onair-soft' : 'text-tungsten')}
      >
        {minutesAndSeconds(secondsLeft)}
      </span>
      <span role="status" className="sr-only">
        {announced && t('announce', { minutes: announced / 60 })}
      </span>
    </p>
  )
}

/**
 * Whole seconds until `until` (ISO instant) by the server's clock, never below 0; null when there
 * is no hold.
 */
export function useCountdown(until: string | null): number | null {
  return useTicking(
    useCallback(
      () =>
        until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1_000)),
      [until],
    ),
  )
}

/** 75 → "01:15". */
export const minutesAndSeconds = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
