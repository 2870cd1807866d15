'use client'
import { Elements, ExpressCheckoutElement, useElements } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeElements,
  StripeElementsOptionsClientSecret,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'

export type WalletGroup = {
  stripe: Promise<Stripe | null>
  options: StripeElementsOptionsClientSecret
}

/** The card form does not wait longer than this for the wallets. */
const PATIENCE_MS = 4_000

// What is a card to the studio: the same intent, the same refund.
const OPTIONS: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  buttonTheme: { applePay: 'white', googlePay: 'white' },
  layout: { maxColumns: 2, maxRows: 1, overflow: 'never' },
  paymentMethods: {
    applePay: 'auto',
    googlePay: 'auto',
    link: 'never',
    amazonPay: 'never',
    paypal: 'never',
    klarna: 'never',
  },
}

type Props = {
  isBusy: boolean
  /** It is clear which wallets there are. */
  onKnown: () => void
  onConfirm: (from: StripeElements) => Promise<void>
}

/**
 * Apple Pay and Google Pay where this browser has them; nothing elsewhere. A group of elements of
 * their own: what is confirmed is the wallet, whatever the card form holds.
 */
export const Wallets = ({ group, ...props }: Props & { group: WalletGroup }) => (
  <Elements stripe={group.stripe} options={group.options}>
    <WalletButtons {...props} />
  </Elements>
)

function WalletButtons({ isBusy, onKnown, onConfirm }: Props) {
  const t = useTranslations('payment.form')
  const elements = useElements()
  const [offered, setOffered] = useState<boolean | null>(null)
  const isKnown = useRef(false)
  const know = (some: boolean) => {
    if (isKnown.current) return
    isKnown.current = true
    setOffered(some)
    onKnown()
  }
  const giveUp = useEffectEvent(() => know(false))
  useEffect(() => {
    const late = setTimeout(() => giveUp(), PATIENCE_MS)
    return () => clearTimeout(late)
  }, [])

  const confirm = async () => {
    if (!elements) return
    const { error } = await elements.submit()
    if (!error) await onConfirm(elements)
  }
  if (offered === false) return null
  return (
    <div className={cn('grid gap-1.5 pb-1.5', offered === null && 'h-0 overflow-hidden')}>
      <ExpressCheckoutElement
        options={OPTIONS}
        onReady={({ availablePaymentMethods }) =>
          know(Object.values(availablePaymentMethods ?? {}).some(Boolean))
        }
        onLoadError={() => know(false)}
        onClick={(event) => (isBusy ? event.reject() : event.resolve())}
        onConfirm={() => void confirm()}
      />
      <p
        className={
          'flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line ' +
          'after:h-px after:flex-1 after:bg-line'
        }
      >
        <span>{t('or')}</span>
      </p>
    </div>
  )
}
