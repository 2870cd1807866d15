'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { FailedPhase, EndedPhase, PreparingPhase } from './phases'
import { ReadyPhase, type ReadyProps } from './ready-phase'
import type { CheckoutState } from './use-checkout'

export type DialogTexts = {
  preparing: string
  preparingNote: string
  failed: string
  failedNote: string
  complete: string
  ended: string
  endedNote: string
  chooseAgain: string
  incomplete: string
}

type PaymentDialogProps = Omit<
  ReadyProps,
  'state' | 'title' | 'incomplete' | 'onPayingChange' | 'paying'
> & {
  state: CheckoutState
  texts: DialogTexts
  onRetry: () => void
  onClose: () => void
}

/**
 * Where one pays. Closing it keeps what is held; it cannot be closed while a payment is under way.
 */
export function PaymentDialog({ state, texts, onRetry, onClose, ...ready }: PaymentDialogProps) {
  const t = useTranslations('payment')
  const [paying, setPaying] = useState(false)
  const locked = paying && state.phase === 'ready'

  const content = () => {
    switch (state.phase) {
      case 'preparing':
        return <PreparingPhase title={texts.preparing} note={texts.preparingNote} />
      case 'failed':
        return <FailedPhase title={texts.failed} note={texts.failedNote} onRetry={onRetry} />
      case 'ended':
        return (
          <EndedPhase
            title={texts.ended}
            note={texts.endedNote}
            action={texts.chooseAgain}
            onClose={onClose}
          />
        )
      case 'ready':
        return (
          <ReadyPhase
            state={state}
            title={texts.complete}
            incomplete={texts.incomplete}
            paying={paying}
            onPayingChange={setPaying}
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
        // As large while it prepares as when the form is there, and held at the top: nothing moves
        // under a finger, and what is taller than a phone reaches out below, where one can scroll
        // to.
        className="min-h-dvh max-w-4xl content-start self-start rounded-none sm:min-h-[42rem] sm:rounded-lg"
        // A stray tap beside the form must not throw away what was typed into it; a notice is
        // beside it, too.
        onInteractOutside={(event) => event.preventDefault()}
      >
        {content()}
      </DialogContent>
    </Dialog>
  )
}
