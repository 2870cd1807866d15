'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { OpenedBooking } from '@/components/admin/types'
import { useSave } from '@/components/admin/use-save'
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
import { formatRM, senOf } from '@/lib/money'

type Props = { booking: OpenedBooking; onClose: () => void; onDone: () => void }
const REFUNDS = ['none', 'full'] as const

/**
 * Asks before a booking is cancelled (spec point 5), and whether what was paid goes back (decision
 * C12).
 */
export function CancelDialog({ booking, onClose, onDone }: Props) {
  const t = useTranslations('admin.bookings')
  const { send, pending, succeeded } = useSave()
  const [refund, setRefund] = useState<(typeof REFUNDS)[number]>('none')

  const cancel = async () => {
    const result = await send('PATCH', `/api/bookings/${booking.id}/cancel`, {
      refund,
      version: booking.version,
    })
    if (!result.ok) return
    succeeded(t('cancelled'))
    onDone()
  }
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{t('stop.title', { id: String(booking.id) })}</AlertDialogTitle>
          <AlertDialogDescription>{t('stop.question')}</AlertDialogDescription>
        </AlertDialogHeader>
        {booking.refundable && (
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
                {choice === 'none'
                  ? t('stop.none')
                  : t('stop.full', { amount: formatRM(senOf(booking.totalAmount)) })}
              </label>
            ))}
          </fieldset>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>{t('stop.keep')}</AlertDialogCancel>
          <AlertDialogAction
            aria-busy={pending || undefined}
            onClick={(event) => {
              // Stays open until the server has answered: a refusal is read over the question it
              // belongs to.
              event.preventDefault()
              void cancel()
            }}
          >
            {t('stop.submit')}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
