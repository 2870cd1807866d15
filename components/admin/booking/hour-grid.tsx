'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { isOpen, type useStarts } from '@/components/admin/bookings/time-field'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Start } from '@/lib/admin/calendar/schema'

type Props = {
  starts: ReturnType<typeof useStarts>
  time: string
  choose: (time: string) => void
}

/** Outside opening hours and before now: shown on request. */
const isUnusual = ({ state, warnings }: Start) =>
  state === 'warned'
    ? warnings.some((warning) => warning !== 'turnaround' && warning !== 'blocked')
    : state !== 'free' && state !== 'taken'

/** For the twelve hours of a usual day and what stands below them: nothing moves when they arrive. */
const ROOM = 'min-h-48'

/**
 * The hours of a day as buttons: what is taken is struck through and says by whom when it is pressed,
 * what is unusual says why when it is chosen.
 */
export function HourGrid({ starts, time, choose }: Props) {
  const t = useTranslations('admin.sheet.hours')
  const move = useTranslations('admin.bookings.move')
  const long = useTranslations('admin.bookings.warnings.long')
  const [asked, setAsked] = useState<Start | null>(null)
  const [all, setAll] = useState(false)
  const { data, loading, failed, retry } = starts
  if (failed)
    return (
      <p
        role="alert"
        className={`flex flex-wrap items-center gap-3 text-sm text-onair-soft ${ROOM}`}
      >
        <span>{move('failed')}</span>
        <Button variant="outline" size="sm" onClick={retry}>
          {move('retry')}
        </Button>
      </p>
    )
  if (loading || !data) return <p className={`text-sm text-muted ${ROOM}`}>{move('loading')}</p>
  const shown = data.starts.filter((start) => all || !isUnusual(start))
  const chosen = data.starts.find((start) => start.time === time)
  const said = [asked, chosen].find((start) => start?.state === 'taken')
  return (
    <div className={`grid content-start gap-2 ${ROOM}`}>
      {data.holiday && (
        <p className="text-sm text-muted">{move('holiday', { name: data.holiday })}</p>
      )}
      <div role="group" aria-label={t('label')} className="grid grid-cols-4 gap-2">
        {shown.map((start) => (
          <Button
            key={start.time}
            variant={start.time === time ? 'default' : 'outline'}
            aria-pressed={start.time === time}
            aria-disabled={!isOpen(start)}
            className={cn('figures px-0', start.state === 'taken' && 'line-through')}
            onClick={() => {
              setAsked(start)
              if (isOpen(start)) choose(start.time)
            }}
          >
            {start.time}
          </Button>
        ))}
      </div>
      {shown.length === 0 && (
        <p className="text-sm text-muted">{data.noRoom ? move('noRoom') : t('none')}</p>
      )}
      {!all && shown.length < data.starts.length && (
        <Button
          variant="link"
          size="sm"
          className="justify-self-start"
          onClick={() => setAll(true)}
        >
          {t('all')}
        </Button>
      )}
      <div role="status" className="grid gap-1 text-sm">
        {said && (
          <p className="text-onair-soft">
            {move('taken_now', { time: said.time, by: said.by ?? '' })}
          </p>
        )}
        {chosen?.warnings.map((warning) => (
          <p key={warning} className="text-tungsten">
            {long(warning)}
          </p>
        ))}
      </div>
    </div>
  )
}
