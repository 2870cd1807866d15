'use client'
import { Kept, useLeave } from '@/components/admin/shared/kept'
import { CancelDialog } from '@/components/admin/bookings/cancel-dialog'
import { RescheduleDialog } from '@/components/admin/bookings/reschedule-dialog'
import type { OpenDialog } from './opened-booking'

type Props = { opened: OpenDialog | null; close: () => void }

/** The dialogs about one booking, one at a time. The page behind them reloads what they change. */
export const BookingDialogs = ({ opened, close }: Props) =>
  opened && (
    <Kept close={close}>
      <Opened {...opened} />
    </Kept>
  )

function Opened({ booking, dialog }: OpenDialog) {
  const leave = useLeave()
  if (dialog === 'reschedule') return <RescheduleDialog booking={booking} close={leave} />
  return <CancelDialog booking={booking} onClose={leave} />
}
