'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { HttpError, request, sentenceOf } from '@/components/api'
import { dismissNotices, notice } from '@/components/browser/notice'
import { pathIn } from '@/lib/i18n/path'
import type { PaymentConfig } from '@/lib/payments/schema'
import { usePaymentNotices } from './use-payment-notices'

/**
 * Runs `attempt` under its stored key; once more, under a new one, when the stored answer was about
 * a hold that has expired or was ended by another tab.
 */
export async function continueAttempt<T>(
  keys: { forget: () => void },
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    // The same key: it may have been done after all.
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    keys.forget()
    // A purchase that is already paid is not bought again.
    if (error.body.code === 'not_payable' && !error.body.paymentIntentId) return attempt()
    throw error
  }
}

/**
 * What a kind of purchase prepares for a payment: a reservation on the server, and the intent to
 * pay for it.
 */
export type Prepared = { clientSecret: string; holdExpiresAt: string | null }
export type CheckoutState =
  | { phase: 'closed' | 'preparing' | 'failed' | 'ended' }
  | { phase: 'ready'; config: ReadyConfig; prepared: Prepared }

/**
 * What is paid for: `unpaid` is a booking that the studio made, `payer` another person's booking. Each
 * has its own sentences.
 */
export type PurchaseKind = 'session' | 'unpaid' | 'payer' | 'upgrade' | 'edit'

type Steps<Input> = {
  kind: PurchaseKind
  /** Throws when it fails; `retry` calls it again with the same input. */
  prepare: (input: Input) => Promise<Prepared>
  /**
   * The visitor has read why it failed, in this sentence; `close` returns to the form, `stay` offers
   * Try Again in the dialog.
   */
  onRefused: (error: unknown, sentence: string) => 'close' | 'stay'
  /**
   * It was paid, here or earlier, for example in another tab. `leaving`: another page follows, and
   * the dialog waits for it.
   */
  onPaid: OnPaid<'leaving' | void>
  /** It can no longer be paid here: the time is up, or another attempt replaced it. */
  onEnded: () => void
}
export type OnPaid<Result = void> = (intentId: string, status: 'succeeded' | 'pending') => Result

/**
 * The states of the payment dialog: closed → preparing → ready | failed | ended. Closing never
 * releases the reservation. Leaving the page closes it: the router keeps the page with its state, and
 * a purchase that is over would be there again.
 */
export function usePurchase<Input>({ kind, prepare, onRefused, onPaid, onEnded }: Steps<Input>) {
  const t = useTranslations('payment.refused')
  const words = useTranslations('purchase')
  const notices = usePaymentNotices()
  const [state, setState] = useState<CheckoutState>({ phase: 'closed' })
  const run = useRef(0)
  const input = useRef<Input | null>(null)

  const leave = useCallback((phase: 'closed' | 'ended') => {
    run.current++
    setState({ phase })
  }, [])
  const close = useCallback(() => leave('closed'), [leave])
  useEffect(() => close, [close])
  const paid = useCallback<OnPaid>(
    (intentId, status) => {
      if (onPaid(intentId, status) !== 'leaving') close()
    },
    [onPaid, close],
  )
  const ended = useCallback(() => {
    leave('ended')
    onEnded()
  }, [leave, onEnded])

  const explain = (error: unknown) => {
    const sentence =
      sentenceOf(error) ?? (error instanceof HttpError ? words(`${kind}.refused`) : t('offline'))
    notice.error(t('title'), sentence)
    return onRefused(error, sentence)
  }

  const start = async (next: Input) => {
    const mine = ++run.current
    // Closed or started again meanwhile: this run's answer is ignored (the server answers both the
    // same).
    const settle = (settled: CheckoutState) => mine === run.current && setState(settled)
    input.current = next
    dismissNotices()
    setState({ phase: 'preparing' })
    try {
      const config = await fetchPaymentConfig()
      if (!config) {
        notices.systemNotReady()
        return settle({ phase: 'failed' })
      }
      const prepared = await prepare(next)
      if (!prepared.clientSecret) {
        notices.noClientSecret()
        return settle({ phase: 'failed' })
      }
      settle({ phase: 'ready', config, prepared })
    } catch (error) {
      if (mine !== run.current) return
      const intentId = error instanceof HttpError ? error.body.paymentIntentId : null
      if (intentId) {
        close()
        onPaid(intentId, 'succeeded')
      } else settle({ phase: explain(error) === 'close' ? 'closed' : 'failed' })
    }
  }

  return {
    kind,
    state,
    start,
    explain,
    retry: () => input.current !== null && start(input.current),
    close,
    onPaid: paid,
    onEnded: ended,
  }
}

/** Payments are on: there is a key for the provider's script. */
export type ReadyConfig = Pick<PaymentConfig, 'scriptUrl' | 'wallets'> & { publishableKey: string }

/** How to pay here; null while payments are not set up. Throws HttpError. */
async function fetchPaymentConfig(): Promise<ReadyConfig | null> {
  const { mode, publishableKey, ...config } = await request<PaymentConfig>('/api/payment-config')
  return mode === 'off' || !publishableKey ? null : { publishableKey, ...config }
}

type Success = {
  /** The success page, without language. */
  page: '/booking-success' | '/video-editing-success'
  kind: PurchaseKind
  /** Clears what the tab stored about the purchase. */
  forget: () => void
}

/** Says that this kind of purchase is paid. */
export function usePaidNotice(kind: PurchaseKind) {
  const t = useTranslations('payment')
  const words = useTranslations('purchase')
  const [title, note] = [t('paid'), words(`${kind}.paid`)]
  return useCallback(() => notice.success(title, note), [title, note])
}

/**
 * What follows a payment: the success notice and the success page, with the parameters that the
 * provider itself would use.
 */
export function useSuccess({ kind, page, forget }: Success) {
  const sayPaid = usePaidNotice(kind)
  const router = useRouter()
  const path = pathIn(useLocale(), page)
  const onPaid = useCallback<OnPaid<'leaving'>>(
    (intentId, status) => {
      if (status === 'succeeded') sayPaid()
      forget()
      router.push(
        `${path}?${new URLSearchParams({ payment_intent: intentId, redirect_status: status })}`,
      )
      return 'leaving'
    },
    [router, path, sayPaid, forget],
  )
  return { successPath: path, onPaid }
}
