'use client'
import { Timer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '@/components/ui/cn'
import { minutesAndSeconds } from './use-countdown'

const ANNOUNCED = [300, 60]

/**
 * How long the hold still lasts. Seen every second, spoken twice: a timer that talks each second
 * drowns the form.
 */
export function HoldTimer({ secondsLeft, className }: { secondsLeft: number; className?: string }) {
  const t = useTranslations('payment.hold')
  const spoken = ANNOUNCED.find((mark) => secondsLeft <= mark && secondsLeft > mark - 5)
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
        aria-label={t('left')}
        className={cn('font-semibold figures', urgent ? 'text-onair-soft' : 'text-tungsten')}
      >
        {minutesAndSeconds(secondsLeft)}
      </span>
      <span role="status" className="sr-only">
        {spoken && t('announce', { minutes: spoken / 60 })}
      </span>
    </p>
  )
}
