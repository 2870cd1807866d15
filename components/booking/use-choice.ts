'use client'
import { useFormatter, useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { STUDIO_ZONE, toInstant } from '@/lib/time'
import type { BookingForm } from './form'
import type { ServiceOption } from './types'

const DAY = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: STUDIO_ZONE,
} as const
const DAY_AND_TIME = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

export type Line = { label: string; value: string | null }

/** The chosen service, length, day and time in words; null for what is not chosen yet. */
export function useChoice(form: BookingForm, service: ServiceOption | null): Line[] {
  const t = useTranslations('payment.summary')
  const duration = useTranslations('booking.duration')
  const format = useFormatter()
  const [length, date, time] = useWatch({
    control: form.control,
    name: ['duration', 'date', 'time'],
  })
  const when = date
    ? format.dateTime(toInstant(date, time || '12:00'), time ? DAY_AND_TIME : DAY)
    : null
  return [
    { label: t('service'), value: service?.name ?? null },
    { label: t('duration'), value: service && duration(length) },
    { label: t('when'), value: when },
  ]
}
