'use client'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { Lock } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { LANGUAGES } from '@/lib/i18n/languages'
import { type Outcome, outcomeOf } from './outcome'
import { appearance, stripeFor } from './stripe'
import type { ReadyConfig } from './use-checkout'
import { usePaymentNotices } from './use-payment-notices'

const LOAD_LIMIT_MS = 30_000

type PaymentElementsProps = ComponentProps<typeof PaymentForm> & {
  config: ReadyConfig
  clientSecret: string
}

/**
 * The provider's form for one intent. Its options are read only once, so another intent needs
 * another key.
 */
export function PaymentElements({
  config,
  clientSecret,
  onFormFailed,
  ...form
}: PaymentElementsProps) {
  const locale = LANGUAGES[useLocale()].stripe
  const loading = useMemo(() => stripeFor(config), [config])
  // The failure is shown below; the provider's component would leave it unhandled.
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

type PaymentFormProps = {
  returnUrl: string
  incomplete: string
  onPaid: (intentId: string, status: 'succeeded' | 'pending') => void
  onEnded: () => void
  onFormFailed: () => void
  onPayingChange: (paying: boolean) => void
}

function PaymentForm({
  returnUrl,
  incomplete,
  onPaid,
  onEnded,
  onFormFailed,
  onPayingChange,
}: PaymentFormProps) {
  const t = useTranslations('payment.form')
  const [formReady, setFormReady] = useState(false)
  const { pay, paying, problem } = usePay({ formReady, returnUrl, incomplete, onPaid, onEnded })
  useEffect(() => onPayingChange(paying), [paying, onPayingChange])

  return (
    <form
      className="grid content-start gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <div className="relative min-h-66">
        {!formReady && (
          <p
            role="status"
            className={
              'absolute inset-0 grid place-content-center justify-items-center gap-3 ' +
              'text-sm text-muted'
            }
          >
            <Spinner className="size-7 text-tungsten" />
            <span>{t('loading')}</span>
          </p>
        )}
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setFormReady(true)}
          onLoadError={onFormFailed}
        />
      </div>
      {problem && (
        <Alert variant="destructive" role="alert">
          <AlertDescription className="text-fg">{problem}</AlertDescription>
        </Alert>
      )}
      <Button type="submit" size="lg" className="w-full" pending={paying}>
        {!paying && <Lock aria-hidden="true" />}
        <span>{t(paying ? 'paying' : 'pay')}</span>
      </Button>
      <p className="text-center text-xs text-muted">{t('neverStored')}</p>
    </form>
  )
}

type Pay = {
  formReady: boolean
  returnUrl: string
  /**
   * The message for a payment that the bank or the visitor aborted: the purchase is still
   * available.
   */
  incomplete: string
  onPaid: (intentId: string, status: 'succeeded' | 'pending') => void
  onEnded: () => void
}

/**
 * Confirms the payment once, however often the button is clicked. `problem` stays beside the button
 * after the notice has gone; the form stays as it is, and the same intent can be paid again.
 */
function usePay({ formReady, returnUrl, incomplete, onPaid, onEnded }: Pay) {
  const t = useTranslations('payment')
  const notices = usePaymentNotices()
  const stripe = useStripe()
  const elements = useElements()
  const busy = useRef(false)
  const [paying, setPaying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useOutsideClicks(paying)
  useReloadWhenRestored(paying)

  const react = (outcome: Outcome): 'done' | 'again' => {
    switch (outcome.kind) {
      case 'paid':
      case 'processing':
        onPaid(outcome.intentId, outcome.kind === 'paid' ? 'succeeded' : 'pending')
        return 'done'
      case 'ended':
        onEnded()
        return 'done'
      case 'declined':
        notices.declined(outcome.message)
        setProblem(outcome.message)
        return 'again'
      case 'needs_bank':
        setProblem(t('form.needsBank'))
        return 'again'
      case 'incomplete':
        notices.incomplete(incomplete)
        setProblem(incomplete)
        return 'again'
      case 'unexpected':
        notices.unexpected()
        setProblem(t('notices.unexpected'))
        return 'again'
    }
  }

  const pay = async () => {
    if (busy.current) return
    if (!stripe || !elements) return notices.systemNotReady()
    if (!formReady) return notices.formNotReady()
    busy.current = true
    setPaying(true)
    setProblem(null)
    let next: 'done' | 'again' = 'again'
    try {
      next = react(
        outcomeOf(
          await stripe.confirmPayment({
            elements,
            confirmParams: { return_url: returnUrl },
            redirect: 'if_required',
          }),
        ),
      )
    } catch (error) {
      notices.thrown(error instanceof Error ? error.message : undefined)
    }
    // After success the button stays busy until the next page is there, so that a second click does
    // nothing.
    if (next === 'again') {
      busy.current = false
      setPaying(false)
    }
  }

  return { pay, paying, problem }
}

// A browser may restore the page that was left for the bank's page in its old state, in which the
// payment never ends. Load it again: the fresh page reads the state of the payment.
function useReloadWhenRestored(paying: boolean) {
  useEffect(() => {
    if (!paying) return
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [paying])
}

// The dialog disables pointer events in the rest of the page, but the bank's approval opens there,
// outside the dialog. An attribute beside the dialog's own style, never a change of it: restoring
// "before" after a payment that led to the next page would leave that page without pointer events
// for good.
function useOutsideClicks(paying: boolean) {
  useEffect(() => {
    if (!paying) return
    document.body.dataset.paying = ''
    return () => {
      delete document.body.dataset.paying
    }
  }, [paying])
}
