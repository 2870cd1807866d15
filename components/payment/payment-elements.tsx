'use client'
import { Elements } from '@stripe/react-stripe-js'
import { useLocale } from 'next-intl'
import { useEffect, useMemo, type ComponentProps } from 'react'
import type { Locale } from '@/lib/i18n/routing'
import { appearance } from './appearance'
import type { ReadyConfig } from './config'
import { PaymentForm } from './payment-form'
import { stripeFor } from './stripe'

const LOAD_LIMIT_MS = 30_000

type PaymentElementsProps = ComponentProps<typeof PaymentForm> & {
  config: ReadyConfig
  clientSecret: string
}

/**
 * The provider's form for one intent. Its options are read once, so another intent needs another
 * key.
 */
export function PaymentElements({
  config,
  clientSecret,
  onFormFailed,
  ...form
}: PaymentElementsProps) {
  const locale = useLocale() as Locale
  const loading = useMemo(() => stripeFor(config), [config])
  // The failure is told below; the provider's component would leave it unhandled.
  const stripe = useMemo(() => loading.catch(() => null), [loading])
  const options = useMemo(
    () => ({ clientSecret, locale, appearance: appearance() }),
    [clientSecret, locale],
  )

  useEffect(() => {
    let watching = true
    const limit = new Promise((_, reject) => setTimeout(reject, LOAD_LIMIT_MS))
    Promise.race([loading, limit]).catch(() => watching && onFormFailed())
    return () => {
      watching = false
    }
  }, [loading, onFormFailed])

  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <PaymentForm onFormFailed={onFormFailed} {...form} />
    </Elements>
  )
}
