'use client'
import { CancelDialog } from '@/components/admin/bookings/cancel-dialog'
import { RescheduleDialog } from '@/components/admin/bookings/reschedule-dialog'
import type { OpenDialog } from './opened-booking'

type Props = { opened: OpenDialog | null; close: () => void }

/** The dialogs about one booking, one at a time. The page behind them reloads what they change. */
export function BookingDialogs({ opened, close }: Props) {
  if (!opened) return null
  const { booking, dialog } = opened
  if (dialog === 'reschedule') return <RescheduleDialog booking={booking} close={close} />
  return <CancelDialog booking={booking} onClose={close} />
}
