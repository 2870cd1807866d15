'use client'
import { Suspense } from 'react'
import { lazyPart } from '@/components/ui/part'
import type { Bill } from './session-brief'
import type { OfferedTransfer } from './transfer-way'
import type { CheckoutState, OnPaid, PurchaseKind } from './use-purchase'

// The dialog and the payment provider's code are loaded when somebody pays, not before. React's lazy
// and not next/dynamic, whose own code is 1.4 KiB: nothing here is rendered on the server.
const PaymentDialog = lazyPart(() =>
  import('./payment-dialog').then((module) => module.PaymentDialog),
)

/** A purchase in progress, for usePurchase and the code of the purchase. */
type Checkout = {
  kind: PurchaseKind
  state: CheckoutState
  retry: () => void
  close: () => void
  onPaid: OnPaid
  onEnded: () => void
  /** The return address of the bank's page; by default this page. */
  successPath?: string
}

type CheckoutDialogProps = Bill & {
  checkout: Checkout
  /** What is held may be paid by transfer, where the studio takes them. */
  transfer?: OfferedTransfer | null
}

/** The payment dialog of any purchase; nothing while it is closed. */
export const CheckoutDialog = ({ checkout, ...said }: CheckoutDialogProps) =>
  checkout.state.phase !== 'closed' && (
    <Suspense>
      <PaymentDialog
        kind={checkout.kind}
        state={checkout.state}
        returnUrl={`${window.location.origin}${checkout.successPath ?? window.location.pathname}`}
        onRetry={checkout.retry}
        onClose={checkout.close}
        onPaid={checkout.onPaid}
        onEnded={checkout.onEnded}
        {...said}
      />
    </Suspense>
  )
