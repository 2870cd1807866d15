'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { serverNow } from '@/components/site/clock'
import { DayIsOver } from './day-is-over'
import { FullDayNotice } from './full-day-notice'
import { useBooking } from './form'
import { SlotGroups } from './slot-groups'
import { SlotsFailed, SlotsHint, SlotsSkeleton } from './slot-states'
import { canChoose, slotsOf } from './slots'
import { Step, stepErrorId, stepHeadingId } from './step'
import type { HolidayOption, ServiceOption } from './types'
import type { useAvailability } from './use-availability'
import { useFieldError } from './use-field-error'

type TimeStepProps = { service: ServiceOption | null; holidays: HolidayOption[]; availability: ReturnType<typeof useAvailability> }

export function TimeStep({ service, holidays, availability }: TimeStepProps) {
  const t = useTranslations('booking.time')
  const { control, setValue, setError, clearErrors } = useBooking()
  const [duration, date, time] = useWatch({ control, name: ['duration', 'date', 'time'] })
  const error = useFieldError('time')
  const { data, loading, failed, retry } = availability
  const holidayDates = useMemo(() => new Set(holidays.map((holiday) => holiday.date)), [holidays])
  const slots = useMemo(() => (data ? slotsOf(data, duration, holidayDates, serverNow()) : null), [data, duration, holidayDates])

  useEffect(() => {
    if (!slots || !time || slots.some((slot) => slot.time === time && canChoose(slot))) return
    setValue('time', '', { shouldDirty: true })
    setError('time', { type: 'gone', message: t('gone', { time }) })
  }, [slots, time, setValue, setError, t])

  const choose = (chosen: string) => {
    setValue('time', chosen, { shouldDirty: true })
    clearErrors('time')
  }

  const content = () => {
    if (!service || !date) return <SlotsHint>{t(service ? 'pickDate' : 'pickService')}</SlotsHint>
    if (failed) return <SlotsFailed onRetry={retry} />
    if (loading || !slots) return <SlotsSkeleton />
    if (slots.length === 0) return <FullDayNotice service={service} />
    if (!slots.some(canChoose)) return <DayIsOver service={service} duration={duration} slots={slots} />
    return <SlotGroups slots={slots} chosen={time} labelledBy={stepHeadingId('time')} describedBy={error && stepErrorId('time')} onChoose={choose} />
  }

  return (
    <Step id="time" number={4} title={t('title')} done={time !== ''} hint={data?.holiday ?? undefined} error={error}>
      {content()}
    </Step>
  )
}
