'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Undoable, useAct } from '@/components/admin/shared/use-act'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import type { CancellationResult } from '@/lib/admin/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { PAID_AT_STUDIO, type PaidAtStudio } from '@/lib/sales/money'
import type { OpenedBooking } from './opened-booking'

type Props = { booking: OpenedBooking; onClose: () => void }
const REFUNDS = ['none', 'full'] as const

/**
 * Confirms a cancellation, and asks whether what is kept is refunded (docs/decisions/020 C12); for a
 * cancelled booking only the refund.
 */
export function CancelDialog({ booking, onClose }: Props) {
  const t = useTranslations('admin.bookings')
  const router = useRouter()
  const { act, pending } = useAct(() => router.refresh())
  const isCancelled = booking.status === 'cancelled'
  const [refund, setRefund] = useState<(typeof REFUNDS)[number]>(isCancelled ? 'full' : 'none')
  const kept = formatRM(senOf(booking.keptAmount))

  /** What happened, as the answer says. */
  const outcomeOf = ({ money }: CancellationResult) => {
    const says = (key: 'going' | 'waits' | `toReturn.${PaidAtStudio}`, sen: number) =>
      refund === 'full' && sen > 0 ? [t(`stop.${key}`, { amount: formatRM(sen) })] : []
    return [
      ...(isCancelled ? [] : [t('cancelled')]),
      ...says('going', senOf(money.back)),
      ...says('waits', senOf(money.due)),
      ...PAID_AT_STUDIO.flatMap((way) => says(`toReturn.${way}`, money.toReturn[way])),
    ].join(' ')
  }
  const cancel = async () => {
    const done = await act<CancellationResult & Undoable>({
      method: 'PATCH',
      path: `/api/bookings/${booking.id}/cancel`,
      body: { refund, version: booking.version },
      said: outcomeOf,
    })
    if (done) onClose()
  }
  return (
    <AlertDialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>
            {t(isCancelled ? 'stop.refundTitle' : 'stop.title', { id: String(booking.id) })}
          </AlertDialogTitle>
          <AlertDialogDescription>
            {isCancelled ? t('stop.refundQuestion', { amount: kept }) : t('stop.question')}
          </AlertDialogDescription>
        </AlertDialogHeader>
        {!isCancelled && senOf(booking.keptAmount) > 0 && (
          <fieldset className="grid gap-1">
            <legend className="eyebrow mb-1">{t('stop.refund')}</legend>
            {REFUNDS.map((choice) => (
              <label
                key={choice}
                className="flex min-h-11 items-center gap-3 rounded-md px-1 text-sm hover:bg-raised"
              >
                <input
                  type="radio"
                  name="refund"
                  value={choice}
                  checked={refund === choice}
                  onChange={() => setRefund(choice)}
                  className="size-5"
                />
                <span>{choice === 'none' ? t('stop.none') : t('stop.full', { amount: kept })}</span>
              </label>
            ))}
          </fieldset>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>{t(isCancelled ? 'drawer.close' : 'stop.keep')}</AlertDialogCancel>
          <AlertDialogAction
            aria-busy={pending || undefined}
            onClick={(event) => {
              // Stays open until the server has answered: a refusal is shown in the dialog it
              // belongs to.
              event.preventDefault()
              void cancel()
            }}
          >
            {isCancelled ? t('stop.refundSubmit', { amount: kept }) : t('stop.submit')}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
