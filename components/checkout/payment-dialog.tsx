'use client'
import { TimerOff, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { Consent } from '@/components/legal/consent'
import type { Elements } from '@/components/ui/elements'
import { HoldTimer, useCountdown } from './hold-timer'
import { PaymentElements } from './payment-form'
import { PolicyNotice } from './policy-notice'
import { PaymentSummary } from './payment-summary'
import type { Bill } from './session-brief'
import type { CheckoutState, OnPaid, PurchaseKind } from './use-purchase'
import { TransferWay, type OfferedTransfer } from './transfer-way'
import { usePaymentNotices } from './use-payment-notices'

type PaymentDialogProps = Omit<ReadyProps, 'state' | 'title' | 'incomplete' | 'onPayingChange'> & {
  state: CheckoutState
  kind: PurchaseKind
  onClose: () => void
}

/**
 * The payment dialog. Closing it keeps the hold; it cannot be closed while a payment is in
 * progress.
 */
export function PaymentDialog({ state, kind, onRetry, onClose, ...ready }: PaymentDialogProps) {
  const t = useTranslations('payment')
  const words = useTranslations('purchase')
  const [paying, setPaying] = useState(false)
  const locked = paying && state.phase === 'ready'

  const content = () => {
    switch (state.phase) {
      case 'preparing':
        return <PreparingPhase title={words(`${kind}.preparing`)} note={t('dialog.preparing')} />
      case 'failed':
        return (
          <FailedPhase
            title={words(`${kind}.failed`)}
            note={t('dialog.failed')}
            onRetry={onRetry}
          />
        )
      case 'ended':
        return (
          <EndedPhase
            title={words(`${kind}.ended`)}
            note={words(`${kind}.endedNote`)}
            action={words(`${kind}.again`)}
            onClose={onClose}
          />
        )
      case 'ready':
        return (
          <ReadyPhase
            state={state}
            title={words(`${kind}.complete`)}
            incomplete={words(`${kind}.incomplete`)}
            onPayingChange={setPaying}
            onRetry={onRetry}
            {...ready}
          />
        )
      case 'closed':
        return null
    }
  }

  return (
    <Dialog open={state.phase !== 'closed'} onOpenChange={(open) => !open && !locked && onClose()}>
      <DialogContent
        {...(!locked && { closeLabel: t('close') })}
        // As large while loading as with the form, and aligned at the top: nothing moves under a
        // finger, and what is taller than a phone extends below, where it can be scrolled to.
        className={
          'flex min-h-dvh max-w-4xl flex-col gap-2.5 self-start rounded-none p-4 pt-3 ' +
          'sm:min-h-[42rem] sm:gap-6 sm:rounded-lg sm:p-7'
        }
        data-payment
        // A stray tap beside the form must not discard its input; a notice is outside the form too.
        onInteractOutside={(event) => event.preventDefault()}
      >
        {content()}
      </DialogContent>
    </Dialog>
  )
}

type ReadyProps = Bill & {
  state: Extract<CheckoutState, { phase: 'ready' }>
  title: string
  returnUrl: string
  incomplete: string
  onPayingChange: (paying: boolean) => void
  /** Prepares the purchase anew: the intent may be closed, and its form then never loads. */
  onRetry: () => void
  onPaid: OnPaid
  onEnded: () => void
  transfer?: OfferedTransfer | null
}

/**
 * What is bought and until when it is held, then the form, and the policy directly above its button:
 * in this order on every screen.
 */
function ReadyPhase({
  state,
  title,
  brief,
  lines,
  price,
  taxLabel,
  onRetry,
  onEnded,
  transfer,
  ...form
}: ReadyProps) {
  const t = useTranslations('payment')
  const notices = usePaymentNotices()
  const [failed, setFailed] = useState(false)
  const [held, setHeld] = useState<OfferedTransfer | null>(null)
  // As it was prepared: the form behind the dialog loses its time once that waits for a transfer.
  const [bill] = useState({ brief, lines, price, taxLabel })
  const secondsLeft = useCountdown(held ? null : state.prepared.holdExpiresAt)

  const isOver = secondsLeft === 0
  // With the form it is the form that decides: a payment may be in flight.
  useEffect(() => {
    if (isOver && failed) onEnded()
  }, [isOver, failed, onEnded])

  const formFailed = useCallback(() => {
    notices.formFailed()
    setFailed(true)
  }, [notices])

  const byTransfer = held ?? transfer
  const online = failed ? (
    <Alert variant="destructive" role="alert" className="content-start self-start">
      <AlertTitle>{t('notices.formError')}</AlertTitle>
      <AlertDescription>{t('notices.formFailed')}</AlertDescription>
      <Button variant="outline" size="sm" className="mt-2 justify-self-start" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </Alert>
  ) : (
    <PaymentElements
      config={state.config}
      clientSecret={state.prepared.clientSecret}
      heldUntil={state.prepared.holdExpiresAt}
      isOver={isOver}
      onEnded={onEnded}
      onFormFailed={formFailed}
      {...form}
    >
      <Consent />
      <PolicyNotice />
    </PaymentElements>
  )

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pr-10">
        <DialogTitle>{title}</DialogTitle>
        {secondsLeft !== null && <HoldTimer secondsLeft={secondsLeft} />}
        <DialogDescription className="sr-only">{t('describe')}</DialogDescription>
      </div>
      <div
        className={
          'flex flex-1 flex-col gap-2.5 md:grid md:grid-cols-[minmax(0,1fr)_20.5rem] ' +
          'md:content-start md:gap-6'
        }
      >
        <PaymentSummary {...bill} />
        {byTransfer ? (
          <TransferWay
            {...byTransfer}
            onChosen={() => {
              setHeld(byTransfer)
              byTransfer.onChosen()
            }}
          >
            {online}
          </TransferWay>
        ) : (
          online
        )}
      </div>
    </>
  )
}

type PhaseProps = { title: string; note: string }

const Phase = ({
  icon,
  title,
  note,
  children,
}: PhaseProps & { icon: Elements; children?: Elements }) => (
  <div
    className={
      'grid min-h-[70dvh] place-content-center justify-items-center gap-3 py-6 ' +
      'text-center sm:min-h-[36rem]'
    }
  >
    {icon}
    <DialogTitle>{title}</DialogTitle>
    <DialogDescription className="max-w-sm">{note}</DialogDescription>
    {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
  </div>
)

const PreparingPhase = (props: PhaseProps) => (
  <div role="status" aria-live="polite">
    <Phase icon={<Spinner className="size-9 text-tungsten" />} {...props} />
  </div>
)

function FailedPhase({ onRetry, ...props }: PhaseProps & { onRetry: () => void }) {
  const t = useTranslations('payment')
  return (
    <Phase
      icon={<TriangleAlert aria-hidden="true" className="size-9 text-onair-soft" />}
      {...props}
    >
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </Phase>
  )
}

const EndedPhase = ({
  action,
  onClose,
  ...props
}: PhaseProps & { action: string; onClose: () => void }) => (
  <Phase icon={<TimerOff aria-hidden="true" className="size-9 text-onair-soft" />} {...props}>
    <Button onClick={onClose}>{action}</Button>
  </Phase>
)
