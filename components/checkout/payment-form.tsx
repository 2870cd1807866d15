'use client'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeElements } from '@stripe/stripe-js'
import { Lock } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Elements as Parts } from '@/components/ui/elements'
import { Spinner } from '@/components/ui/spinner'
import { LANGUAGES } from '@/lib/i18n/languages'
import { studioTime } from '@/lib/time'
import { type CheckoutOutcome, outcomeOfAttempt, outcomeOfIntent } from './outcome'
import { appearance, fonts, stripeFor } from './stripe'
import { Unsure } from './unsure'
import type { OnPaid, ReadyConfig } from './use-purchase'
import { usePaymentNotices } from './use-payment-notices'
import { type WalletGroup, Wallets } from './wallets'

const LOAD_LIMIT_MS = 30_000

// Wallets have buttons of their own above it, where they are offered. Link is no way to pay here: an
// account that has it would put its sign-in into the card form, whose frames our policy refuses.
const ONE_FORM = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
} as const

type PaymentElementsProps = Omit<PaymentFormProps, 'wallets'> & { config: ReadyConfig }

/**
 * The provider's form for one intent. Its options are read only once, so another intent needs
 * another key.
 */
export function PaymentElements({ config, ...form }: PaymentElementsProps) {
  const { clientSecret, onFormFailed } = form
  const locale = LANGUAGES[useLocale()].stripe
  const loading = useMemo(() => stripeFor(config), [config])
  // The failure is shown below; the provider's component would leave it unhandled.
  const stripe = useMemo(() => loading.catch(() => null), [loading])
  const options = useMemo(
    () => ({ clientSecret, locale, appearance: appearance(), fonts: fonts() }),
    [clientSecret, locale],
  )

  useEffect(() => {
    let watching = true
    loading.catch(() => watching && onFormFailed())
    return () => {
      watching = false
    }
  }, [loading, onFormFailed])

  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <PaymentForm {...form} wallets={config.wallets ? { stripe, options } : null} />
    </Elements>
  )
}

type PaymentFormProps = Omit<Pay, 'formReady'> & {
  onFormFailed: () => void
  /** Whether a payment is in flight now. */
  onPayingChange: (paying: boolean) => void
  /** Until when what is bought is held (ISO instant); null without a hold. */
  heldUntil: string | null
  /** For the wallets' own group of elements; null where they are not offered. */
  wallets: WalletGroup | null
  /** What is accepted by paying, directly above the button. */
  children: Parts
}

// Reserved while the provider's form loads, and no more than each method needs: what is below it
// neither moves nor leaves a hole.
const LEAST_HEIGHT = { card: 'min-h-62', fpx: 'min-h-44', other: 'min-h-34' } as const

function PaymentForm({
  onFormFailed,
  onPayingChange,
  heldUntil,
  wallets,
  children,
  ...purchase
}: PaymentFormProps) {
  const t = useTranslations('payment.form')
  const [formReady, setFormReady] = useState(false)
  const [walletsKnown, setWalletsKnown] = useState(wallets === null)
  const [method, setMethod] = useState('card')
  const { pay, stage, problem } = usePay({ formReady, ...purchase })
  const busy = stage !== 'idle'
  const isShown = formReady && walletsKnown
  useEffect(() => onPayingChange(stage === 'paying'), [stage, onPayingChange])
  // Of a frame that a blocker stops, nothing is heard.
  useEffect(() => {
    if (formReady) return
    const late = setTimeout(onFormFailed, LOAD_LIMIT_MS)
    return () => clearTimeout(late)
  }, [formReady, onFormFailed])

  return (
    <form
      className="flex flex-1 flex-col gap-2.5 sm:gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <div
        className={cn(
          'relative',
          method === 'card' || method === 'fpx' ? LEAST_HEIGHT[method] : LEAST_HEIGHT.other,
        )}
      >
        {!isShown && (
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
        <div className={cn(!isShown && 'invisible')}>
          {wallets && (
            <Wallets
              group={wallets}
              isBusy={busy}
              onKnown={() => setWalletsKnown(true)}
              onConfirm={pay}
            />
          )}
          <PaymentElement
            options={ONE_FORM}
            onReady={() => setFormReady(true)}
            onChange={({ value }) => setMethod(value.type)}
            onLoadError={onFormFailed}
          />
        </div>
      </div>
      {problem?.kind === 'known' && <Refusal {...problem} heldUntil={heldUntil} />}
      {problem?.kind === 'unsure' && <Unsure clientSecret={purchase.clientSecret} />}
      <p className="text-xs text-muted">{t('neverStored')}</p>
      {children}
      <div
        className={
          'bottom-bar z-10 -mx-4 mt-auto -mb-4 border-t border-line bg-card px-4 pt-3 ' +
          'pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:static sm:m-0 sm:border-0 sm:p-0'
        }
      >
        <Button type="submit" size="lg" className="w-full" pending={busy}>
          {!busy && <Lock aria-hidden="true" />}
          <span>{t(busy ? 'paying' : 'pay')}</span>
        </Button>
      </div>
    </form>
  )
}

type Pay = {
  clientSecret: string
  formReady: boolean
  returnUrl: string
  /**
   * The message for a payment that the bank or the visitor aborted: the purchase is still
   * available.
   */
  incomplete: string
  /** The time to pay is over. */
  isOver: boolean
  onPaid: OnPaid
  onEnded: () => void
}

type Known = { kind: 'known'; text: string; methods: string[] }
type Problem = Known | { kind: 'unsure' }

/** Why nothing was paid; where other ways are open, which, and how long there is time for them. */
function Refusal({ text, methods, heldUntil }: Known & { heldUntil: string | null }) {
  const t = useTranslations('payment.form')
  const [fpx, grabpay] = [methods.includes('fpx'), methods.includes('grabpay')]
  const others = fpx && grabpay ? 'both' : fpx ? 'fpx' : grabpay ? 'grabpay' : 'none'
  const next = [
    t('another', { others }),
    heldUntil && t('heldUntil', { time: studioTime(new Date(heldUntil)) }),
  ]
  return (
    <Alert variant="destructive" role="alert">
      <AlertTitle>{text}</AlertTitle>
      {methods.length > 0 && <AlertDescription>{next.filter(Boolean).join(' ')}</AlertDescription>}
    </Alert>
  )
}

/**
 * Confirms the payment once, however often the button is clicked. `problem` stays beside the button
 * after the notice has gone; the form stays as it is, and the same intent can be paid again. `paid`
 * lasts until the next page is there.
 */
function usePay({ clientSecret, formReady, returnUrl, incomplete, isOver, onPaid, onEnded }: Pay) {
  const t = useTranslations('payment')
  const notices = usePaymentNotices()
  const stripe = useStripe()
  const elements = useElements()
  const busy = useRef(false)
  // The dialog may be closed, or its page left, before an answer: only a payment matters then.
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const [stage, setStage] = useState<'idle' | 'paying' | 'paid'>('idle')
  const [problem, setProblem] = useState<Problem | null>(null)
  useBankOutside(stage === 'paying')
  useReloadWhenRestored(stage !== 'idle')

  const say = (text: string, methods: string[] = []) => setProblem({ kind: 'known', text, methods })
  const react = (outcome: CheckoutOutcome): 'paid' | 'idle' => {
    switch (outcome.kind) {
      case 'paid':
      case 'processing':
        onPaid(outcome.intentId, outcome.kind === 'paid' ? 'succeeded' : 'pending')
        return 'paid'
      case 'ended':
        if (isOpen.current) onEnded()
        return 'paid'
      case 'declined':
        notices.declined(outcome.message)
        say(outcome.message, outcome.methods)
        return 'idle'
      case 'invalid':
        notices.declined(outcome.message)
        return 'idle'
      case 'needs_bank':
        say(t('form.needsBank'))
        return 'idle'
      case 'incomplete':
        notices.incomplete(incomplete)
        say(incomplete, outcome.methods)
        return 'idle'
      case 'unexpected':
        notices.unexpected()
        say(t('notices.unexpected'))
        return 'idle'
      case 'unsure':
        setProblem({ kind: 'unsure' })
        return 'idle'
    }
  }

  /** With what the form holds, or with the wallet that the visitor has opened and approved. */
  const pay = async (wallet?: StripeElements) => {
    const from = wallet ?? elements
    if (busy.current) return
    if (!stripe || !from) return notices.systemNotReady()
    if (!wallet && !formReady) return notices.formNotReady()
    busy.current = true
    setStage('paying')
    setProblem(null)
    let next: 'paid' | 'idle' = 'idle'
    try {
      next = react(
        await outcomeOfAttempt(stripe, clientSecret, () =>
          stripe.confirmPayment({
            elements: from,
            confirmParams: { return_url: returnUrl },
            redirect: 'if_required',
          }),
        ),
      )
    } catch (error) {
      notices.thrown(error instanceof Error ? error.message : undefined)
    }
    // After success the button stays busy, so that a second click does nothing.
    busy.current = next === 'paid'
    setStage(next)
  }

  const end = useEffectEvent(async () => {
    // It may have been paid in another tab, or by an attempt whose answer was lost.
    const outcome = stripe && (await outcomeOfIntent(stripe, clientSecret))
    if (busy.current) return
    if (outcome?.kind === 'paid' || outcome?.kind === 'processing') {
      busy.current = true
      onPaid(outcome.intentId, outcome.kind === 'paid' ? 'succeeded' : 'pending')
    } else if (isOpen.current && (problem?.kind !== 'unsure' || outcome?.kind !== 'unsure'))
      onEnded()
  })
  // Not while the bank is deciding: the server keeps the slot for a payment in progress.
  useEffect(() => {
    if (isOver && stage === 'idle') void end()
  }, [isOver, stage])

  return { pay, stage, problem }
}

// A browser may restore the page that was left for the bank's page in its old state, in which the
// payment never ends. Load it again: the fresh page reads the state of the payment.
function useReloadWhenRestored(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [busy])
}

// The dialog disables pointer events in the rest of the page and pulls the focus back, but the bank's
// approval opens there, outside the dialog. An attribute beside the dialog's own style, never a change
// of it: restoring "before" after a payment that led to the next page would leave that page without
// pointer events for good.
function useBankOutside(paying: boolean) {
  useEffect(() => {
    if (!paying) return
    document.body.dataset.paying = ''
    const unheard = new AbortController()
    const options = { signal: unheard.signal, capture: true }
    window.addEventListener('focusin', (event) => keepFocus(event, event.target), options)
    window.addEventListener('focusout', (event) => keepFocus(event, event.relatedTarget), options)
    return () => {
      delete document.body.dataset.paying
      unheard.abort()
    }
  }, [paying])
}

/** Hides from the dialog that the focus goes to what was added since it opened: it hid all the rest. */
function keepFocus(event: FocusEvent, to: EventTarget | null) {
  if (to instanceof Element && !to.closest('[data-payment], [aria-hidden="true"]'))
    event.stopPropagation()
}
