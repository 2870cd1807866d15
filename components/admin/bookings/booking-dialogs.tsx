'use client'
import type { OpenDialog, OpenedBooking } from './opened-booking'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { BookingDrawer } from '@/components/admin/bookings/booking-drawer'
import { RescheduleDialog } from '@/components/admin/bookings/reschedule-dialog'
import { useSave } from '@/components/admin/shared/use-save'
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

type Props = { opened: OpenDialog | null; onChange: (opened: OpenDialog | null) => void }

/** The dialogs about one booking, one at a time. The page behind them reloads what they change. */
export function BookingDialogs({ opened, onChange }: Props) {
  const router = useRouter()
  if (!opened) return null
  const close = () => onChange(null)
  const done = () => {
    close()
    router.refresh()
  }
  const { booking, dialog, to } = opened
  if (dialog === 'reschedule') return <RescheduleDialog booking={booking} to={to} close={close} />
  if (dialog === 'cancel') return <CancelDialog booking={booking} onClose={close} onDone={done} />
  return <BookingDrawer id={booking.id} onClose={close} onOpen={onChange} />
}

type CancelDialogProps = { booking: OpenedBooking; onClose: () => void; onDone: () => void }
const REFUNDS = ['none', 'full'] as const

/**
 * Confirms a cancellation, and asks whether what is kept is refunded (docs/decisions/020 C12); for a
 * cancelled booking only the refund.
 */
function CancelDialog({ booking, onClose, onDone }: CancelDialogProps) {
  const t = useTranslations('admin.bookings')
  const { send, pending, succeeded } = useSave()
  const isCancelled = booking.status === 'cancelled'
  const [refund, setRefund] = useState<(typeof REFUNDS)[number]>(isCancelled ? 'full' : 'none')
  const kept = formatRM(senOf(booking.keptAmount))

  /** What happened, as the answer says. */
  const outcomeOf = ({ money }: CancellationResult) => {
    const says = (key: 'going' | 'waits' | 'atStudio', amount: string) =>
      refund === 'full' && senOf(amount) > 0
        ? [t(`stop.${key}`, { amount: formatRM(senOf(amount)) })]
        : []
    return [
      ...(isCancelled ? [] : [t('cancelled')]),
      ...says('going', money.back),
      ...says('waits', money.due),
      ...says('atStudio', money.atStudio),
    ].join(' ')
  }
  const cancel = async () => {
    const result = await send<CancellationResult>('PATCH', `/api/bookings/${booking.id}/cancel`, {
      refund,
      version: booking.version,
    })
    if (!result.ok) return
    succeeded(outcomeOf(result.data))
    onDone()
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
