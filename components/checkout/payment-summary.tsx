'use client'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import { formatRM } from '@/lib/money'
import { PriceLines } from './price-lines'
import type { Bill } from './session-brief'

/**
 * What is paid for, when and how much: on phones as one block that opens to all lines, which wider
 * screens always show.
 */
export function PaymentSummary({ brief, lines, price, taxLabel }: Bill) {
  const t = useTranslations('payment.summary')
  const [isOpen, setOpen] = useState(false)
  const about = [brief.when, taxLabel && t('including', { tax: taxLabel })]
  return (
    <section
      aria-labelledby="payment-summary"
      className="rounded-lg border border-line bg-raised md:order-last md:self-start md:p-4"
    >
      <h3
        id="payment-summary"
        className="font-sans text-sm font-semibold tracking-normal max-md:sr-only"
      >
        {t('title')}
      </h3>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="payment-lines"
        onClick={() => setOpen(!isOpen)}
        className={
          'grid min-h-16 w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 ' +
          'rounded-lg px-3 py-2 text-left md:hidden'
        }
      >
        <span>
          <span className="block text-sm leading-snug font-semibold">{brief.what}</span>
          <span className="block text-xs text-muted figures">
            {about.filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="font-display text-xl font-semibold text-tungsten figures">
          {price ? formatRM(price.totalSen) : '–'}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cn('size-4 text-muted', isOpen && 'rotate-180')}
        />
      </button>
      <div
        id="payment-lines"
        className={cn(
          'border-t border-line p-3 md:mt-3 md:block md:border-0 md:p-0',
          !isOpen && 'hidden',
        )}
      >
        <PriceLines lines={lines} price={price} taxLabel={taxLabel} />
      </div>
    </section>
  )
}
