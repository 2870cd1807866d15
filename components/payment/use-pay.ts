'use client'
import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { outcomeOf, type Outcome } from './outcome'
import { usePaymentNotices } from './use-payment-notices'

type Pay = {
  formReady: boolean
  returnUrl: string
  /**
   * What to say of a payment that the bank or the visitor broke off: what is bought is still there.
   */
  incomplete: string
  onPaid: (intentId: string, status: 'succeeded' | 'pending') => void
  onEnded: () => void
}

/**
 * Confirms the payment once per click, however often one clicks. `problem` stays beside the button
 * after the notice is gone; the form stays as it is, and the same intent can be paid again.
 */
export function usePay({ formReady, returnUrl, incomplete, onPaid, onEnded }: Pay) {
  const t = useTranslations('payment')
  const notices = usePaymentNotices()
  const stripe = useStripe()
  const elements = useElements()
  const busy = useRef(false)
  const [paying, setPaying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useOutsideClicks(paying)

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
    // After success the button stays busy until the next page is there: a second click must not
    // find it idle.
    if (next === 'again') {
      busy.current = false
      setPaying(false)
    }
  }

  return { pay, paying, problem }
}

// The dialog makes the rest of the page deaf to clicks; the bank's approval opens there, outside
// the dialog. A mark beside the dialog's own style, never a change of it: whoever puts "before"
// back after a payment that led to the next page leaves that page deaf for good.
function useOutsideClicks(paying: boolean) {
  useEffect(() => {
    if (!paying) return
    document.body.dataset.paying = ''
    return () => {
      delete document.body.dataset.paying
    }
  }, [paying])
}
