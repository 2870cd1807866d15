'use client'
import { useTranslations } from 'next-intl'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { HoldTimer } from '@/components/payment/hold-timer'
import { PriceLines } from '@/components/payment/price-lines'
import { useCountdown } from '@/components/payment/use-countdown'
import { formatRM, type Price } from '@/lib/money'
import type { Line } from './use-choice'

type SummaryProps = {
  lines: Line[]
  price: Price | null
  taxLabel: string
  priceIsNew: boolean
  heldUntil: string | null
  pending: boolean
  free: boolean
}

/** What is chosen and what it costs; on wide screens it stays in sight and carries the button. */
export function Summary({
  lines,
  price,
  taxLabel,
  priceIsNew,
  heldUntil,
  pending,
  free,
}: SummaryProps) {
  const t = useTranslations('booking.summary')
  const secondsLeft = useCountdown(heldUntil)
  return (
    <aside
      aria-labelledby="summary-title"
      className="grid gap-5 rounded-lg border border-line bg-card p-5"
    >
      <h2 id="summary-title" className="text-lg">
        {t('title')}
      </h2>
      <PriceLines lines={lines} price={price} taxLabel={taxLabel} />
      {priceIsNew && price && (
        <Alert role="alert">
          <AlertDescription className="text-fg">
            {t('newPrice', { total: formatRM(price.totalSen) })}
          </AlertDescription>
        </Alert>
      )}
      {secondsLeft !== null && secondsLeft > 0 && <HoldTimer secondsLeft={secondsLeft} />}
      <div className="hidden gap-3 xl:grid">
        <Button type="submit" size="lg" className="w-full" pending={pending}>
          {t(free ? 'confirm' : 'proceed')}
        </Button>
      </div>
      {!free && <p className="text-xs text-muted">{t('note')}</p>}
    </aside>
  )
}
