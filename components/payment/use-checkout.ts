'use client'
import { useRef, useState } from 'react'
import { fetchPaymentConfig, type ReadyConfig } from './config'
import { usePaymentNotices } from './use-payment-notices'

/**
 * What the seller's side prepares for a payment: something reserved on the server, and the intent
 * to pay for it.
 */
export type Prepared = { clientSecret: string; holdExpiresAt: string | null }
export type CheckoutState =
  | { phase: 'closed' | 'preparing' | 'failed' | 'ended' }
  | { phase: 'ready'; config: ReadyConfig; prepared: Prepared }

type Steps<Input> = {
  /** Throws when it cannot; called again with the same input by `retry`. */
  prepare: (input: Input) => Promise<Prepared>
  /**
   * Tells the visitor why it could not; `close` hands back to the form, `stay` offers Try Again in
   * the dialog.
   */
  explain: (error: unknown) => 'close' | 'stay'
}

/**
 * The payment dialog's life: closed → preparing → ready | failed | ended. Closing never gives back
 * what is reserved.
 */
export function useCheckout<Input>({ prepare, explain }: Steps<Input>) {
  const notices = usePaymentNotices()
  const [state, setState] = useState<CheckoutState>({ phase: 'closed' })
  const run = useRef(0)
  const input = useRef<Input | null>(null)

  const start = async (next: Input) => {
    const mine = ++run.current
    // Closed or started again meanwhile: this run's answer no longer matters (the server answers
    // both alike).
    const settle = (settled: CheckoutState) => mine === run.current && setState(settled)
    input.current = next
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
      if (mine === run.current) settle({ phase: explain(error) === 'close' ? 'closed' : 'failed' })
    }
  }

  const leave = (phase: 'closed' | 'ended') => {
    run.current++
    setState({ phase })
  }
  return {
    state,
    start,
    retry: () => input.current !== null && start(input.current),
    close: () => leave('closed'),
    end: () => leave('ended'),
  }
}
