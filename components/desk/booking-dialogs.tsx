'use client'
import { useRouter } from 'next/navigation'
import { BookingDrawer } from './booking-drawer'
import type { OpenDialog } from './booking-row'
import { CancelDialog } from './cancel-dialog'
import { RescheduleDialog } from './reschedule-dialog'

type Opened = OpenDialog & { to?: { date: string; time: string } }
type Props = { opened: Opened | null; onChange: (opened: Opened | null) => void }

/**
 * The dialogs about one booking, one at a time. What they change is read again by the page behind
 * them.
 */
export function BookingDialogs({ opened, onChange }: Props) {
  const router = useRouter()
  if (!opened) return null
  const close = () => onChange(null)
  const done = () => {
    close()
    router.refresh()
  }
  const { booking, dialog, to } = opened
  if (dialog === 'reschedule')
    return <RescheduleDialog booking={booking} to={to} onClose={close} onDone={done} />
  if (dialog === 'cancel') return <CancelDialog booking={booking} onClose={close} onDone={done} />
  return <BookingDrawer id={booking.id} onClose={close} onOpen={onChange} />
}
