'use client'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { serverNow } from '@/components/browser/clock'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  hoursPerDay,
  type Length,
  lengthOf,
  startTimes,
  type StartTime,
} from '@/lib/availability/rules'
import { isWorkingDay, openingHours } from '@/lib/rooms/opening'
import type { Availability } from '@/lib/availability/schema'
import { hourText, longDate } from '@/lib/time'
import { fetchNextSlot } from './api'
import { useBooking, useFieldError, useLength } from './booking-form'
import { closedSentence, type ServiceOption } from './options'
import {
  canChoose,
  holidayOn,
  openingsOn,
  SlotGroups,
  SlotsFailed,
  SlotsHint,
  slotsOf,
  SlotsPlace,
  SlotsSkeleton,
} from './slots'
import { useFold } from './fold'
import { Step, stepErrorId, stepHeadingId } from './step'
import type { useAvailability } from './use-availability'

type TimeStepProps = {
  service: ServiceOption | null
  availability: ReturnType<typeof useAvailability>
}

export function TimeStep({ service, availability }: TimeStepProps) {
  const t = useTranslations('booking.time')
  const locale = useLocale()
  const { control, setValue, setError, clearErrors } = useBooking()
  const [date, time] = useWatch({ control, name: ['date', 'time'] })
  const { goOn } = useFold()
  const length = useLength()
  const error = useFieldError('time')
  const { data, loading, failed, retry } = availability
  const slots = useMemo(() => (data ? slotsOf(data, length, serverNow()) : null), [data, length])

  useEffect(() => {
    if (!slots || !time || slots.some((slot) => slot.time === time && canChoose(slot))) return
    setValue('time', '', { shouldDirty: true })
    setError('time', { type: 'gone', message: t('gone', { time }) })
  }, [slots, time, setValue, setError, t])

  const choose = (chosen: string) => {
    setValue('time', chosen, { shouldDirty: true })
    clearErrors('time')
  }

  const timesOf = (service: ServiceOption) => {
    if (failed) return <SlotsFailed onRetry={retry} />
    if (loading || !data || !slots) return <SlotsSkeleton dense />
    if (data.closed)
      return (
        <NothingFree service={service} length={length} date={date}>
          {closedSentence(t, data.reason)}
        </NothingFree>
      )
    if (slots.length === 0) return <TooLong service={service} length={length} day={data} />
    if (!slots.some(canChoose))
      return (
        <NothingFree service={service} length={length} date={date}>
          {t(slots.every((slot) => slot.state === 'over') ? 'dayOver' : 'dayFull')}
        </NothingFree>
      )
    return (
      <SlotGroups
        slots={slots}
        chosen={time}
        labelledBy={stepHeadingId('time')}
        describedBy={error && stepErrorId('time')}
        onChoose={choose}
        onPressed={() => goOn('time')}
        dense
      />
    )
  }

  return (
    <Step
      id="time"
      number={4}
      title={t('title')}
      done={time !== ''}
      chosen={time}
      hint={data ? holidayOn(data) : undefined}
      error={error}
    >
      {service && date ? (
        <SlotsPlace dense>{timesOf(service)}</SlotsPlace>
      ) : (
        <SlotsHint>
          {!service && date && time
            ? t('keptFor', { date: longDate(date, locale), time })
            : t(service ? 'pickDate' : 'pickService')}
        </SlotsHint>
      )}
    </Step>
  )
}

/** Nothing can be chosen on this day: shows why, and the next free time after it. */
function NothingFree({
  service,
  length,
  date,
  children,
}: {
  service: ServiceOption
  length: Length
  date: string
  children: ReactNode
}) {
  const t = useTranslations('booking.time')
  const locale = useLocale()
  const { control, setValue, clearErrors } = useBooking()
  const { goOn } = useFold()
  const roomId = useWatch({ control, name: 'roomId' })
  const [next, setNext] = useState<StartTime | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    // Only a shortcut: without it the calendar above still works.
    fetchNextSlot({ ...length, date, serviceId: service.id, roomId }, abort.signal).then(
      setNext,
      () => undefined,
    )
    return () => abort.abort()
  }, [date, length, service.id, roomId])

  const jump = ({ date, time }: StartTime) => {
    setValue('date', date, { shouldDirty: true })
    setValue('time', time, { shouldDirty: true })
    clearErrors(['date', 'time'])
    goOn('time')
  }

  return (
    <Alert>
      <AlertTitle>{children}</AlertTitle>
      {next && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2 h-auto min-h-9 justify-self-start py-1.5 text-left figures"
          onClick={() => jump(next)}
        >
          {t('nextFree', { date: longDate(next.date, locale), time: next.time })}
        </Button>
      )}
    </Alert>
  )
}

type Props = { service: ServiceOption; length: Length; day: Availability }

/**
 * The chosen length does not fit into the day's hours, or a week would begin on a non-working day
 * (docs/decisions/020 B2): says so and offers what fits.
 */
function TooLong({ service, length, day }: Props) {
  const t = useTranslations('booking.time')
  const { setValue, clearErrors } = useBooking()
  const openings = openingsOn(day)
  const longest = openings
    .map((opening) => openingHours(day.date, opening))
    .reduce((a, b) => (b.closes - b.opens > a.closes - a.opens ? b : a))
  const { opens, closes } = longest
  const { duration } = length
  const fits = (shorter: Length) =>
    openings.some((opening) => startTimes(day.date, shorter, opening).length > 0)
  const shorter =
    service.rates.halfDay !== null &&
    duration !== 'half-day' &&
    fits(lengthOf({ duration: 'half-day' }))
      ? 'half-day'
      : 'hourly'
  const beginsOnNoWorkingDay =
    duration === 'weekly' && openings.every(({ holidays }) => !isWorkingDay(day.date, holidays))

  const shorten = () => {
    setValue('duration', shorter, { shouldDirty: true })
    setValue('hours', 1, { shouldDirty: true })
    clearErrors('time')
  }

  return (
    <Alert>
      <AlertTitle>{t(beginsOnNoWorkingDay ? 'noWorkingDay' : 'tooLong')}</AlertTitle>
      <AlertDescription>
        {beginsOnNoWorkingDay
          ? t('noWorkingDayNote')
          : t('tooLongNote', {
              opens: hourText(opens),
              closes: hourText(closes),
              open: closes - opens,
              needed: hoursPerDay(length),
            })}
      </AlertDescription>
      <Button variant="outline" size="sm" className="mt-2 justify-self-start" onClick={shorten}>
        {t(shorter === 'half-day' ? 'useHalfDay' : 'useHourly')}
      </Button>
    </Alert>
  )
}
