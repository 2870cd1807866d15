'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { CheckoutDialog } from '@/components/payment/checkout-dialog'
import { PriceLines } from '@/components/payment/price-lines'
import { useTaxLabel } from '@/components/payment/use-tax-label'
import { prepareNotices } from '@/components/site/notice'
import { Button } from '@/components/ui/button'
import { HOURS_CHARGED, MIN_CHARGE_SEN, upgradePrice, type Sold } from '@/lib/bookings/rules'
import type { Managed, Offers } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { AddOnChoice, LengthChoice } from './upgrade-choices'
import { useUpgradeCheckout } from './use-upgrade-checkout'

const soldOf = (booking: Managed): Sold => ({
  duration: booking.duration,
  subtotalSen: senOf(booking.subtotal),
  taxSen: senOf(booking.taxAmount),
  totalSen: senOf(booking.totalAmount),
  taxBasisPoints: booking.taxRate,
  addOns: booking.addOns.map(({ id, hours, totalAmount }) => ({
    serviceId: id,
    hours,
    hourlyRateSen: senOf(totalAmount) / hours,
  })),
})

type UpgradeProps = {
  booking: Managed
  offers: Offers
  token: string
  onPaid: () => void
  onStale: () => void
}

/** A longer session and add-ons, paid by the difference (decision C10). */
export function UpgradePanel({ booking, offers, token, onPaid, onStale }: UpgradeProps) {
  const t = useTranslations('manage.upgrade')
  const lengths = useTranslations('booking.duration')
  const summary = useTranslations('payment.summary')
  const taxLabel = useTaxLabel({ basisPoints: booking.taxRate, label: booking.taxLabel })
  const [duration, setDuration] = useState(booking.duration)
  const [chosen, setChosen] = useState<number[]>([])
  const checkout = useUpgradeCheckout({ token, onPaid, onStale })
  if (offers.lengths.length === 0 && offers.addOns.length === 0) return null

  const sold = soldOf(booking)
  const added = offers.addOns
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, hourlyRate }) => ({ serviceId: id, hourlyRateSen: hourlyRate }))
  const { due } = upgradePrice(sold, offers.rates, duration, added)
  const changes = duration !== booking.duration || added.length > 0
  const names = [
    duration !== booking.duration ? lengths(duration) : null,
    ...offers.addOns.filter(({ id }) => chosen.includes(id)).map(({ name }) => name),
  ].filter(Boolean)
  const lines = [
    { label: summary('service'), value: booking.service },
    { label: t('change'), value: names.join(' + ') },
  ]
  return (
    <section
      aria-labelledby="upgrade-title"
      onFocus={prepareNotices}
      className="grid gap-5 rounded-lg border border-line bg-card p-5 sm:p-6"
    >
      <div className="grid gap-2">
        <h2 id="upgrade-title" className="text-lg">
          {t('title')}
        </h2>
        <p className="text-sm text-muted">{t('lead')}</p>
      </div>
      {offers.lengths.length > 0 && (
        <LengthChoice
          current={booking.duration}
          chosen={duration}
          lengths={offers.lengths.map((length) => ({
            ...length,
            more: upgradePrice(sold, offers.rates, length.duration, []).due.totalSen,
          }))}
          onChoose={setDuration}
        />
      )}
      {offers.addOns.length > 0 && (
        <AddOnChoice
          addOns={offers.addOns}
          hours={HOURS_CHARGED[duration]}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {changes && due.totalSen >= MIN_CHARGE_SEN && (
        <div className="grid gap-4 border-t border-line pt-5 sm:grid-cols-[1fr_auto] sm:items-end">
          <div aria-live="polite" className="max-w-sm">
            <h3 className="mb-3 text-base">{t('due')}</h3>
            <PriceLines lines={[]} price={due} taxLabel={taxLabel} />
          </div>
          <Button
            size="lg"
            pending={checkout.state.phase === 'preparing'}
            onClick={() => void checkout.start({ duration, addOns: chosen, due: due.totalSen })}
          >
            {t('pay', { amount: formatRM(due.totalSen) })}
          </Button>
        </div>
      )}
      <CheckoutDialog
        checkout={checkout}
        texts={checkout.texts}
        lines={lines}
        price={due}
        taxLabel={taxLabel}
      />
    </section>
  )
}
