'use client'
import { useTranslations } from 'next-intl'
import { lengthKey, lengthOf } from '@/lib/availability/rules'
import { CheckoutDialog } from '@/components/checkout/checkout-dialog'
import { PriceLines } from '@/components/checkout/price-lines'
import { useSessionBrief } from '@/components/checkout/session-brief'
import { useTaxLabel } from '@/components/checkout/tax'
import { prepareNotices } from '@/components/browser/notice'
import { Button } from '@/components/ui/button'
import type { ToPay } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { startPayment } from './api'
import { useManagedPurchase } from './use-managed-purchase'

type PayProps = {
  booking: ToPay
  token: string
  /** Who is spoken to: by default the customer. */
  kind?: 'unpaid' | 'payer'
  /** Where others are said than of a booking that the studio made. */
  words?: { title: string; lead: string }
  onPaid: () => void
  /** The booking has changed since the page was loaded. */
  onStale: () => void
}

/** Payment of a booking that the studio made and that awaits payment (docs/decisions/020 C15). */
export function PayPanel({ booking, token, kind = 'unpaid', words, onPaid, onStale }: PayProps) {
  const t = useTranslations('manage.pay')
  const taxLabel = useTaxLabel({ basisPoints: booking.taxRate, label: booking.taxLabel })
  const summary = useTranslations('payment.summary')
  const lengths = useTranslations('booking.duration')
  const owedSen = senOf(booking.owedAmount)
  const isRest = owedSen < senOf(booking.totalAmount)
  const taxSen = senOf(booking.owedTax)
  const price = { subtotalSen: owedSen - taxSen, taxSen, totalSen: owedSen }
  const brief = useSessionBrief({
    ...booking,
    service: { name: booking.service },
    length: lengthOf(booking),
  })
  const checkout = useManagedPurchase<string>({
    kind,
    prepare: (amount) => startPayment(token, amount),
    onPaid,
    onStale,
  })
  return (
    <section
      data-no-print
      aria-labelledby="pay-title"
      onFocus={prepareNotices}
      className={
        'grid gap-5 rounded-lg border border-tungsten/50 bg-tungsten/8 p-5 ' +
        'sm:grid-cols-[1fr_auto] sm:items-end sm:p-6'
      }
    >
      <div className="grid gap-2">
        <h2 id="pay-title" className="text-lg">
          {words?.title ?? t(isRest ? 'restTitle' : 'title')}
        </h2>
        <p className="measure text-sm text-muted">
          {words?.lead ?? t(booking.isOver ? 'leadOver' : isRest ? 'restLead' : 'lead')}
        </p>
        <div className="mt-2 max-w-sm">
          <PriceLines lines={[]} price={price} taxLabel={taxLabel} />
        </div>
      </div>
      <Button
        size="lg"
        pending={checkout.state.phase === 'preparing'}
        onClick={() => void checkout.start(booking.owedAmount)}
      >
        {t('button', { amount: formatRM(price.totalSen) })}
      </Button>
      <CheckoutDialog
        checkout={checkout}
        brief={brief}
        lines={[
          { label: summary('service'), value: booking.service },
          {
            label: summary('duration'),
            value: lengths(lengthKey(booking), { hours: booking.hours }),
          },
          { label: summary('when'), value: brief.when },
        ]}
        price={price}
        taxLabel={taxLabel}
      />
    </section>
  )
}
