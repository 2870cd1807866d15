'use client'
import type { OpenedBooking } from './opened-booking'
import { Info } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import { chosenRoom, RoomEntry, useRoomsServing } from '@/components/admin/shared/rooms'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { adminRescheduleBody } from '@/lib/admin/bookings/schema'
import { toLocale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import { useWarnings, Warnings } from '@/components/admin/bookings/despite'
import { isOpen, TimeField, useStarts } from '@/components/admin/bookings/time-field'

type Props = {
  booking: OpenedBooking
  close: () => void
}

/**
 * Another date and time for a booking of the same length (docs/decisions/020 B9). Conflicts are
 * visible before saving.
 */
export function RescheduleDialog({ booking, close }: Props) {
  const t = useTranslations('admin.bookings')
  const policy = useTranslations('payment.policy')
  const locale = toLocale(useLocale())
  const rooms = useRoomsServing(booking.serviceId)
  // While the day's times are missing, the server decides whether it can be chosen.
  const canChoose = (time: unknown) =>
    !starts.data || starts.data.starts.some((one) => one.time === time && isOpen(one))
  const entry = useEntry<{ isMoved: boolean }>({
    method: 'PATCH',
    path: `/api/bookings/${booking.id}/reschedule`,
    schema: adminRescheduleBody,
    fields: ['roomId', 'newDate', 'newTime'],
    initial: { roomId: '', newDate: booking.date, newTime: '' },
    // A time that somebody else has is not preselected.
    body: ({ roomId, newDate, newTime }) => ({
      roomId: chosenRoom(roomId, rooms),
      newDate,
      newTime: canChoose(newTime) ? newTime : '',
      despite: warned.warnings,
    }),
    version: booking.version,
    incomplete: t('move.missing'),
    refusedAt: { field: 'newTime' },
    refused: (refusal) => {
      starts.retry()
      return warned.read(refusal)
    },
    saved: ({ isMoved }) => t(isMoved ? 'rescheduled' : 'notMoved'),
    done: close,
  })
  const chosen = useWatch({ control: entry.form.control })
  const date = String(chosen.newDate)
  const roomId = chosenRoom(chosen.roomId, rooms)
  const warned = useWarnings({ date, roomId, time: chosen.newTime })
  const starts = useStarts({ ...booking, date, roomId, ignore: booking.id })

  return (
    <Dialog open onOpenChange={(open) => !open && !entry.pending && close()}>
      <DialogContent closeLabel={t('move.close')}>
        <DialogHeader>
          <DialogTitle>{t('move.title')}</DialogTitle>
          <DialogDescription>
            {t('move.now', {
              client: booking.client,
              service: booking.service,
              date: longDate(booking.date, locale),
              time: booking.time,
            })}
          </DialogDescription>
        </DialogHeader>
        <EntryForm entry={entry}>
          <RoomEntry rooms={rooms} any={t('rooms.same')} clears="newTime" />
          <TextEntry name="newDate" label={t('move.date')} type="date" required clears="newTime" />
          <TimeField name="newTime" label={t('move.time')} starts={starts} />
          <p className="flex gap-2.5 rounded-md border border-line bg-raised p-3 text-sm text-muted">
            <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-tungsten" />
            <span>
              <span className="font-medium text-fg">{t('move.policy')}:</span>{' '}
              {policy('rescheduling')}
            </span>
          </p>
          <Warnings warnings={warned.warnings} />
          <DialogFooter>
            <Button variant="outline" disabled={entry.pending} onClick={close}>
              {t('move.close')}
            </Button>
            <Button type="submit" pending={entry.pending}>
              {t(warned.warnings.length > 0 ? 'move.anyway' : 'move.submit')}
            </Button>
          </DialogFooter>
        </EntryForm>
      </DialogContent>
    </Dialog>
  )
}
