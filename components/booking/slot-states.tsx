'use client'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'

/** What to do first, in the place where the times will be. */
export const SlotsHint = ({ children }: { children: ReactNode }) => (
  <p className="grid min-h-29 place-items-center rounded-lg border border-dashed border-line px-4 text-center text-sm text-muted">
    {children}
  </p>
)

/**
 * Where the times stand: as tall as the longest list, so that nothing below moves when they arrive.
 */
export const SlotsPlace = ({ children }: { children: ReactNode }) => (
  <div className="min-h-79">{children}</div>
)

/** As tall as a weekday's hourly times, the longest list. */
export function SlotsSkeleton() {
  const t = useTranslations('booking.time')
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t('loading')}</span>
      {[3, 5, 4].map((count, group) => (
        <div key={group} className="grid gap-2">
          <Skeleton className="h-5 w-24" />
          <div className="grid grid-cols-4 gap-2">
            {Array.from({ length: count }, (_, slot) => (
              <Skeleton key={slot} className="h-12" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

export function SlotsFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('booking.time')
  return (
    <Alert variant="destructive" role="alert">
      <AlertTitle>{t('failed')}</AlertTitle>
      <AlertDescription>{t('failedNote')}</AlertDescription>
      <Button variant="outline" size="sm" className="mt-2 justify-self-start" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Alert>
  )
}
