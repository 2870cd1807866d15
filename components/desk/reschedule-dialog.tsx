'use client'
import { Info } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import type { OpenedBooking } from '@/components/admin/types'
import { useSave } from '@/components/admin/use-save'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toLocale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import { TimeField } from './time-field'
import { useStarts } from './use-starts'

type Props = {
  booking: OpenedBooking
  /** Where it was dragged to, say: already filled in, to be confirmed. */
  to?: { date: string; time: string } | undefined
  onClose: () => void
  onDone: () => void
}

/**
 * Another date and time for a booking, its own length kept (decision B9). What is in the way is
 * seen before saving.
 */
export function RescheduleDialog({ booking, to, onClose, onDone }: Props) {
  const t = useTranslations('admin.bookings')
  const policy = useTranslations('payment.policy')
  const locale = toLocale(useLocale())
  const { send, pending, succeeded } = useSave()
  const [date, setDate] = useState(to?.date ?? booking.date)
  const [time, setTime] = useState(to?.time ?? '')
  const [refused, setRefused] = useState<string | null>(null)
  const starts = useStarts({ date, duration: booking.duration, ignore: booking.id })
  // Until the day's times are there, or when they do not come, the server says whether it is free.
  const isFree =
    !starts.data ||
    starts.data.starts.some((start) => start.time === time && start.state === 'free')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing = !date ? 'move-date' : !time || !isFree ? 'move-time' : null
    if (missing) {
      setRefused(t('move.missing'))
      return document.getElementById(missing)?.focus()
    }
    const result = await send(
      'PATCH',
      `/api/bookings/${booking.id}/reschedule`,
      { newDate: date, newTime: time, version: booking.version },
      { quiet: true },
    )
    if (result.ok) {
      succeeded(t('rescheduled'))
      return onDone()
    }
    if (result.code === 'busy') return
    setRefused(result.message)
    starts.retry()
    document.getElementById('move-time')?.focus()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
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
        <form noValidate onSubmit={submit} className="grid gap-5">
          <Field id="move-date" label={t('move.date')} required>
            <Input
              type="date"
              value={date}
              onChange={(event) => (setDate(event.target.value), setRefused(null))}
            />
          </Field>
          <TimeField
            id="move-time"
            label={t('move.time')}
            value={time}
            starts={starts}
            error={refused ?? undefined}
            onChange={(next) => (setTime(next), setRefused(null))}
          />
          <p className="flex gap-2.5 rounded-md border border-line bg-raised p-3 text-sm text-muted">
            <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-tungsten" />
            <span>
              <span className="font-medium text-fg">{t('move.policy')}:</span>{' '}
              {policy('rescheduling')}
            </span>
          </p>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              {t('move.close')}
            </Button>
            <Button type="submit" pending={pending}>
              {t('move.submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
