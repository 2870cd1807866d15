'use client'
import type { Price } from '@/lib/money'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { HoldTimer } from './hold-timer'
import { PaymentElements } from './payment-elements'
import { PolicyNotice } from './policy-notice'
import { PriceLines, type SummaryLine } from './price-lines'
import type { CheckoutState } from './use-checkout'
import { useCountdown } from './use-countdown'
import { usePaymentNotices } from './use-payment-notices'

export type ReadyProps = {
  state: Extract<CheckoutState, { phase: 'ready' }>
  title: string
  lines: SummaryLine[]
  price: Price | null
  taxLabel: string
  returnUrl: string
  incomplete: string
  paying: boolean
  onPayingChange: (paying: boolean) => void
  onPaid: (intentId: string, status: 'succeeded' | 'pending') => void
  onEnded: () => void
}

/** Policy, what it costs, the card form, and how long the slot is still held. */
export function ReadyPhase({
  state,
  title,
  lines,
  price,
  taxLabel,
  paying,
  onEnded,
  ...form
}: ReadyProps) {
  const t = useTranslations('payment')
  const notices = usePaymentNotices()
  const [round, setRound] = useState(0)
  const [failed, setFailed] = useState(false)
  const secondsLeft = useCountdown(state.prepared.holdExpiresAt)

  // Not while the bank is deciding: the server keeps the slot for a payment under way.
  useEffect(() => {
    if (secondsLeft === 0 && !paying) onEnded()
  }, [secondsLeft, paying, onEnded])

  const formFailed = useCallback(() => {
    notices.formFailed()
    setFailed(true)
  }, [notices])

  const reload = () => {
    setFailed(false)
    setRound(round + 1)
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pr-10">
        <DialogTitle>{title}</DialogTitle>
        {secondsLeft !== null && <HoldTimer secondsLeft={secondsLeft} />}
        <DialogDescription className="sr-only">{t('describe')}</DialogDescription>
      </div>
      <div className="grid gap-6 md:grid-cols-[1fr_20.5rem]">
        <div className="grid content-start gap-5 md:order-last">
          <PolicyNotice />
          <section
            aria-labelledby="payment-summary"
            className="grid gap-3 rounded-lg border border-line bg-raised p-4"
          >
            <h3 id="payment-summary" className="font-sans text-sm font-semibold tracking-normal">
              {t('summary.title')}
            </h3>
            <PriceLines lines={lines} price={price} taxLabel={taxLabel} />
          </section>
        </div>
        {failed ? (
          <Alert variant="destructive" role="alert" className="content-start self-start">
            <AlertTitle>{t('notices.formError')}</AlertTitle>
            <AlertDescription>{t('notices.formFailed')}</AlertDescription>
            <Button
              variant="outline"
              size="sm"
              className="mt-2 justify-self-start"
              onClick={reload}
            >
              {t('tryAgain')}
            </Button>
          </Alert>
        ) : (
          <PaymentElements
            key={round}
            config={state.config}
            clientSecret={state.prepared.clientSecret}
            onEnded={onEnded}
            onFormFailed={formFailed}
            {...form}
          />
        )}
      </div>
    </>
  )
}
