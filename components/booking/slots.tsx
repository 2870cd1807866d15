'use client'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import {
  HORIZON_DAYS,
  LEAD_MINUTES,
  type Length,
  partOfDay,
  PARTS_OF_DAY,
  refusal,
  startTimes,
} from '@/lib/availability/rules'
import type { Opening } from '@/lib/rooms/opening'
import type { Availability } from '@/lib/availability/schema'
import { RadioCard } from './radio-card'

/**
 * `held` is the visitor's own hold and can be chosen; `over` has begun or begins within the lead
 * time; `current` is the time of the booking that is being moved.
 */
type SlotState = 'free' | 'held' | 'taken' | 'over' | 'current'
export type Slot = { time: string; state: SlotState }

export const canChoose = (slot: Slot): boolean => slot.state === 'free' || slot.state === 'held'

const DENSE_GROUP = 'xl:grid-cols-[4.25rem_1fr] xl:items-center xl:gap-2'
const DENSE_SLOTS = 'xl:grid-cols-5 xl:gap-1.5'

/**
 * Every start time of `length` on the answer's date at `now` (ms), each with whether and why not it
 * can be chosen.
 */
export function slotsOf(answer: Availability, length: Length, now: number): Slot[] {
  const { date, availableSlots, heldByYou } = answer
  const openings = openingsOn(answer)
  // The calendar has checked how far ahead this visitor may look.
  const limits = { now: new Date(now), horizonDays: HORIZON_DAYS.member, leadMinutes: LEAD_MINUTES }
  const state = (time: string): SlotState => {
    if (heldByYou.includes(time)) return 'held'
    if (availableSlots.includes(time)) return 'free'
    const isAhead = openings.some(
      (opening) => refusal(date, time, length, opening, limits) === null,
    )
    return isAhead ? 'taken' : 'over'
  }
  const times = openings.flatMap((opening) => startTimes(date, length, opening))
  return [...new Set(times)].sort().map((time) => ({ time, state: state(time) }))
}

const hourOf = (time: string | null) => Number(time?.slice(0, 2) ?? 0)

/** The opening of each room on the answer's date: the prerendered page may be older. */
export const openingsOn = ({ date, rooms }: Availability): Opening[] =>
  rooms.map(({ opensAt, closesAt, holiday }) => {
    const day = { opens: hourOf(opensAt), closes: hourOf(closesAt) }
    return {
      hours: { weekday: day, weekend: day },
      holidays: new Set(holiday ? [date] : []),
      closed: new Set(opensAt === null ? [date] : []),
    }
  })

/** The day's holiday, with the rooms that it is for where it is not for all. */
export function holidayOn({ holiday, rooms }: Availability): string | undefined {
  if (holiday === null) return undefined
  const meant = rooms.filter((room) => room.holiday)
  const names = meant.length < rooms.length ? meant.map(({ name }) => name) : []
  return [holiday, ...names].join(' · ')
}

type SlotGroupsProps = {
  slots: Slot[]
  chosen: string
  labelledBy: string
  describedBy?: string | undefined
  onChoose: (time: string) => void
  onPressed?: () => void
} & Dense

/** `dense`: low enough for the booking page's column, from 80rem on. */
type Dense = { dense?: boolean }

/**
 * The day's start times. Unavailable ones stay visible with their reason, because a gap would be
 * unexplained.
 */
export function SlotGroups({
  slots,
  chosen,
  labelledBy,
  describedBy,
  onChoose,
  onPressed,
  dense = false,
}: SlotGroupsProps) {
  const t = useTranslations('booking.time')
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-required="true"
      className={cn('grid gap-4', dense && 'xl:gap-2')}
    >
      {PARTS_OF_DAY.map((part) => {
        const inPart = slots.filter((slot) => partOfDay(slot.time) === part)
        return (
          inPart.length > 0 && (
            <div
              key={part}
              role="group"
              aria-labelledby={`part-${part}`}
              className={cn('grid gap-2', dense && DENSE_GROUP)}
            >
              <h3
                id={`part-${part}`}
                className="font-sans text-xs leading-tight font-medium tracking-normal text-muted"
              >
                {t(part)}
              </h3>
              <div className={cn('grid grid-cols-4 gap-2', dense && DENSE_SLOTS)}>
                {inPart.map((slot) => (
                  <SlotPick
                    key={slot.time}
                    slot={slot}
                    checked={chosen === slot.time}
                    onChoose={() => onChoose(slot.time)}
                    onPressed={onPressed}
                  />
                ))}
              </div>
            </div>
          )
        )
      })}
    </div>
  )
}

function SlotPick({
  slot,
  checked,
  onChoose,
  onPressed,
}: {
  slot: Slot
  checked: boolean
  onChoose: () => void
  onPressed: (() => void) | undefined
}) {
  const t = useTranslations('booking.time')
  const { time, state } = slot
  const open = canChoose(slot)
  return (
    <RadioCard
      name="time"
      value={time}
      checked={checked}
      disabled={!open}
      onChange={onChoose}
      {...(onPressed && { onPressed })}
      aria-labelledby={`slot-${time}`}
      aria-describedby={state === 'free' ? undefined : `slot-${time}-state`}
      className={
        'grid min-h-12 content-center justify-items-center px-1 text-center ' +
        (open ? '' : 'border-dashed bg-transparent hover:border-line')
      }
    >
      <span
        id={`slot-${time}`}
        translate="no"
        className={
          'text-sm font-semibold figures ' +
          (open ? 'group-has-checked:text-tungsten' : 'text-faint line-through')
        }
      >
        {time}
      </span>
      {state !== 'free' && (
        <span
          id={`slot-${time}-state`}
          className={`text-[0.6875rem] leading-4 ${state === 'held' ? 'text-tungsten' : 'text-faint'}`}
        >
          {t(`state.${state}`)}
        </span>
      )}
    </RadioCard>
  )
}

/** What to choose first, in the place where the times will be. */
export const SlotsHint = ({ children }: { children: ReactNode }) => (
  <p
    className={
      'grid min-h-29 place-items-center rounded-lg border border-dashed border-line ' +
      'px-4 text-center text-sm text-muted'
    }
  >
    {children}
  </p>
)

/**
 * The area of the times: as tall as the longest list, so that nothing below moves when they arrive.
 */
export const SlotsPlace = ({ dense = false, children }: Dense & { children: ReactNode }) => (
  <div className={cn('min-h-79', dense && 'xl:min-h-40')}>{children}</div>
)

/** As tall as a weekday's hourly times, the longest list. */
export function SlotsSkeleton({ dense = false }: Dense) {
  const t = useTranslations('booking.time')
  return (
    <div role="status" className={cn('grid gap-4', dense && 'xl:gap-2')}>
      <span className="sr-only">{t('loading')}</span>
      {[3, 5, 4].map((count, group) => (
        <div key={group} className={cn('grid gap-2', dense && DENSE_GROUP)}>
          <Skeleton className="h-5 w-full max-w-24" />
          <div className={cn('grid grid-cols-4 gap-2', dense && DENSE_SLOTS)}>
            {Array.from({ length: count }, (_, slot) => (
              <Skeleton key={slot} className="h-12" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

export function SlotsFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('booking.time')
  return (
    <Alert variant="destructive" role="alert">
      <AlertTitle>{t('failed')}</AlertTitle>
      <AlertDescription>{t('failedNote')}</AlertDescription>
      <Button variant="outline" size="sm" className="mt-2 justify-self-start" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Alert>
  )
}
