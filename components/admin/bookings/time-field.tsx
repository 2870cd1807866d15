'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useReducer, useState } from 'react'
import { useController } from 'react-hook-form'
import { useEntryForm, useField } from '@/components/admin/shared/form'
import { useRead } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { NativeSelect } from '@/components/ui/native-select'
import type { DayStarts, Start } from '@/lib/admin/calendar/schema'

type Props = { name: string; label: string; starts: ReturnType<typeof useStarts> }

/**
 * The field for a time of the day: those with a warning are listed with it, those that somebody else
 * has are disabled (docs/decisions/020 B9).
 */
export function TimeField({ name, label, starts }: Props) {
  const t = useTranslations('admin.bookings.move')
  const warned = useTranslations('admin.bookings.warnings.short')
  const locale = useLocale()
  const { id, error } = useField(name)
  const { field } = useController({ control: useEntryForm().form.control, name })
  const { data, loading, failed, retry } = starts
  const value = String(field.value ?? '')
  const chosen = data?.starts.find((start) => start.time === value)
  const inTheWay = chosen && !isOpen(chosen) ? wordsOf(chosen) : undefined
  const hint =
    (loading && t('loading')) ||
    (data?.noRoom && t('noRoom')) ||
    (chosen?.state === 'warned' && warningsIn(chosen)) ||
    (data?.holiday && t('holiday', { name: data.holiday })) ||
    undefined

  function wordsOf({ time, state, by }: Start): string {
    return state === 'taken' ? t('taken_now', { time, by: by ?? '' }) : t('closed_now', { time })
  }
  function warningsIn({ warnings, by }: Start): string {
    const words = warnings.map((warning) =>
      warning === 'blocked' && by ? warned('blocked_by', { by }) : warned(warning),
    )
    return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(words)
  }
  return (
    <div className="grid content-start gap-2">
      <Field id={id} label={label} hint={hint} error={error ?? inTheWay} required>
        <NativeSelect {...field} value={value} aria-busy={loading || undefined}>
          <option value="">{t('choose')}</option>
          {data?.starts.map((start) => (
            <option key={start.time} value={start.time} disabled={!isOpen(start)}>
              {t(start.state, {
                time: start.time,
                by: start.by ?? '',
                warnings: warningsIn(start),
              })}
            </option>
          ))}
          {value && !data && <option value={value}>{value}</option>}
        </NativeSelect>
      </Field>
      {failed && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-onair-soft">
          <span>{t('failed')}</span>
          <Button variant="outline" size="sm" onClick={retry}>
            {t('retry')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** It can be chosen, if only after a warning. */
export const isOpen = ({ state }: Start): boolean => state === 'free' || state === 'warned'

type Wish = {
  date: string
  duration: string
  hours: number
  serviceId?: number | undefined
  roomId?: number | null
  ignore?: number | undefined
}

/**
 * The times of a day for a session, free or with what is to be said of them; data is null while loading,
 * and after a failure.
 */
export function useStarts({ date, duration, hours, serviceId, roomId, ignore }: Wish) {
  const read = useRead()
  const [round, retry] = useReducer((n: number) => n + 1, 0)
  const [answer, setAnswer] = useState<{ key: string; data: DayStarts | null } | null>(null)
  const query = new URLSearchParams({
    date,
    duration,
    hours: String(hours),
    ...(serviceId && { serviceId: String(serviceId) }),
    ...(roomId && { roomId: String(roomId) }),
    ...(ignore && { ignore: String(ignore) }),
  })
  const key = date ? `${query}` : ''
  useEffect(() => {
    if (!key) return
    let current = true
    read<DayStarts>(`/api/admin/starts?${key}`).then(
      (data) => current && setAnswer({ key, data }),
      () => current && setAnswer({ key, data: null }),
    )
    return () => {
      current = false
    }
  }, [key, read, round])
  const known = answer?.key === key ? answer : null
  return {
    data: known?.data ?? null,
    loading: key !== '' && !known,
    failed: known !== null && known.data === null,
    retry,
  }
}
