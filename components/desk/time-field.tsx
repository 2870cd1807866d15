'use client'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { NativeSelect } from '@/components/ui/native-select'
import type { Start } from '@/lib/calendar/schema'
import type { useStarts } from './use-starts'

type Props = {
  id: string
  label: string
  value: string
  starts: ReturnType<typeof useStarts>
  error?: string | undefined
  onChange: (time: string) => void
}

/**
 * The times of a day: those that are not free stand there with the reason, but cannot be chosen
 * (decision B9).
 */
export function TimeField({ id, label, value, starts, error, onChange }: Props) {
  const t = useTranslations('admin.bookings.move')
  const { data, loading, failed, retry } = starts
  const chosen = data?.starts.find((start) => start.time === value)
  const inTheWay = chosen && chosen.state !== 'free' ? wordsOf(chosen) : null
  const wait = loading
    ? t('loading')
    : (data?.holiday && t('holiday', { name: data.holiday })) || undefined

  function wordsOf({ time, state, by }: Start): string {
    return state === 'taken' || state === 'blocked'
      ? t('taken_now', { time, by: by ?? '' })
      : t('closed_now', { time })
  }
  return (
    <div className="grid content-start gap-2">
      <Field id={id} label={label} hint={wait} error={error ?? inTheWay ?? undefined} required>
        <NativeSelect
          value={value}
          aria-busy={loading || undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t('choose')}</option>
          {data?.starts.map((start) => (
            <option key={start.time} value={start.time} disabled={start.state !== 'free'}>
              {t(start.state, { time: start.time, by: start.by ?? '' })}
            </option>
          ))}
          {value && !data && <option value={value}>{value}</option>}
        </NativeSelect>
      </Field>
      {failed && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-onair-soft">
          {t('failed')}
          <Button variant="outline" size="sm" onClick={retry}>
            {t('retry')}
          </Button>
        </p>
      )}
    </div>
  )
}
