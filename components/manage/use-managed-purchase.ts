'use client'
import { HttpError } from '@/components/api'
import { type Prepared, usePurchase } from '@/components/checkout/use-purchase'
import type { ManagedKind } from './use-managed-payment'

type Steps<Input> = {
  kind: ManagedKind
  prepare: (input: Input) => Promise<Prepared>
  onPaid: () => void
  /** The booking, or its prices, have changed since the page was loaded. */
  onStale: () => void
}

/** A purchase on the booking's own page. */
export const useManagedPurchase = <Input>({ onStale, ...steps }: Steps<Input>) =>
  usePurchase<Input>({
    ...steps,
    onRefused(error) {
      if (!(error instanceof HttpError) || error.status >= 500) return 'stay'
      onStale()
      return 'close'
    },
    onEnded: onStale,
  })
