'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { serverNow } from '@/components/site/clock'
import { DayIsOver } from './day-is-over'
import { useBooking } from './form'
import { SlotGroups } from './slot-groups'
import { SlotsFailed, SlotsHint, SlotsPlace, SlotsSkeleton } from './slot-states'
import { canChoose, slotsOf } from './slots'
import { Step, stepErrorId, stepHeadingId } from './step'
import { TooLong } from './too-long'
import type { ServiceOption } from './types'
import type { useAvailability } from './use-availability'
import { useFieldError } from './use-field-error'

type TimeStepProps = {
  service: ServiceOption | null
  availability: ReturnType<typeof useAvailability>
}

export function TimeStep({ service, availability }: TimeStepProps) {
  const t = useTranslations('booking.time')
  const { control, setValue, setError, clearErrors } = useBooking()
  const [duration, date, time] = useWatch({ control, name: ['duration', 'date', 'time'] })
  const error = useFieldError('time')
  const { data, loading, failed, retry } = availability
  const slots = useMemo(
    () => (data ? slotsOf(data, duration, serverNow()) : null),
    [data, duration],
  )

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
    if (loading || !data || !slots) return <SlotsSkeleton />
    if (slots.length === 0) return <TooLong service={service} duration={duration} day={data} />
    if (!slots.some(canChoose))
      return <DayIsOver service={service} duration={duration} slots={slots} />
    return (
      <SlotGroups
        slots={slots}
        chosen={time}
        labelledBy={stepHeadingId('time')}
        describedBy={error && stepErrorId('time')}
        onChoose={choose}
      />
    )
  }

  return (
    <Step
      id="time"
      number={4}
      title={t('title')}
      done={time !== ''}
      hint={data?.holiday ?? undefined}
      error={error}
    >
      {service && date ? (
        <SlotsPlace>{timesOf(service)}</SlotsPlace>
      ) : (
        <SlotsHint>{t(service ? 'pickDate' : 'pickService')}</SlotsHint>
      )}
    </Step>
  )
}
