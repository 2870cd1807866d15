'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import type { DayHoursFree } from '@/lib/availability/schema'
import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { HOUR_MS, hourText, toInstant } from '@/lib/time'
import { useFreeNow } from './free-now'
import { bookingAt } from './next-slot'

/** A free hour: `hours` are free from it on. */
type Bar = { date: string; time: string; hours: number }
/** `x`: the middle of its bar, in pixels from the tape's left. */
type Chosen = Bar & { x: number }

const keyOf = ({ date, time }: { date: string; time: string }) => `${date}T${time}`

/**
 * The hours of the next seven days, one bar each, where a waveform is until they are known. A free
 * bar opens a flag that leads to the booking page with its day and time.
 */
export function Tape({ date, from }: { date: DateWords; from: string | null }) {
  const t = useTranslations('pages.home.tape')
  const [locale, free] = [useLocale(), useFreeNow()]
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const tape = useRef<HTMLDivElement>(null)
  const days = free === 'loading' || !free ? [] : free.days

  const choose = (bar: Bar, button: HTMLElement) => {
    const [outer, inner] = [tape.current, button].map((one) => one?.getBoundingClientRect())
    setChosen({ ...bar, x: (inner?.left ?? 0) + (inner?.width ?? 0) / 2 - (outer?.left ?? 0) })
  }
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !chosen) return
    tape.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setChosen(null)
  }
  return (
    <div
      ref={tape}
      className="tape"
      onKeyDown={close}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
    >
      {days.length === 0 || free === 'loading' || !free ? (
        <div key="rest" aria-hidden="true" className="tape-rest" />
      ) : (
        // Another element: one that changed its place would count as a shift.
        <div key="days" className="tape-days wrap figures">
          {days.map((day) => (
            <Day
              key={day.date}
              day={day}
              label={dateText(date, day.date)}
              at={day === days[0] ? free.at : null}
              chosen={chosen && keyOf(chosen)}
              onChoose={choose}
            />
          ))}
        </div>
      )}
      {chosen && (
        <div className="tape-flag figures" style={{ '--x': `${chosen.x}px` } as CSSProperties}>
          <p id="tape-flag">
            <b>{`${dateText(date, chosen.date)}, ${chosen.time}`}</b>
            <span>{t('hours', { hours: chosen.hours })}</span>
            {from && <span>{from}</span>}
          </p>
          <Link
            href={bookingAt(locale, chosen)}
            prefetch={false}
            aria-describedby="tape-flag"
            className={buttonVariants()}
          >
            {t('book')}
          </Link>
        </div>
      )}
    </div>
  )
}

type DayProps = {
  day: DayHoursFree
  label: string
  /** The instant where the playhead stands; null on a day that is not today. */
  at: number | null
  chosen: string | null
  onChoose: (bar: Bar, button: HTMLElement) => void
}

/** One stop of the Tab key; the arrow keys move among its free hours. */
function Day({ day: { date, opensAt, free }, label, at, chosen, onChoose }: DayProps) {
  const t = useTranslations('pages.home.tape')
  const [stop, setStop] = useState<string | null>(null)
  const bars = [...free].map((digit, nth) => ({
    date,
    time: hourText(Number(opensAt.slice(0, 2)) + nth),
    hours: digit === '-' ? 0 : Number.parseInt(digit, 36),
    isClosed: digit === '-',
  }))
  const open = bars.filter(({ hours }) => hours > 0)
  const reached = open.find(({ time }) => time === stop) ?? open[0]
  const played =
    at === null ? null : (at - toInstant(date, opensAt).getTime()) / HOUR_MS / bars.length

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const now = buttons.indexOf(event.target as HTMLButtonElement)
    event.preventDefault()
    buttons[Math.max(0, Math.min(buttons.length - 1, now + step))]?.focus()
  }
  const press = (bar: Bar, button: HTMLButtonElement, byKey: boolean) => {
    onChoose(bar, button)
    // The flag is after the last day.
    if (byKey)
      requestAnimationFrame(() =>
        button.closest('.tape')?.querySelector<HTMLElement>('.tape-flag a')?.focus(),
      )
  }
  const hover = (bar: Bar, { pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
    if (pointerType === 'mouse') onChoose(bar, currentTarget)
  }
  return (
    <div
      role="group"
      aria-label={t(open.length > 0 ? 'day' : 'full', { day: label })}
      className="tape-day"
      style={{ '--hours': bars.length } as CSSProperties}
      onKeyDown={move}
    >
      <span aria-hidden="true">{label}</span>
      <div>
        {bars.map((bar) =>
          bar.hours > 0 ? (
            <button
              key={bar.time}
              type="button"
              tabIndex={bar === reached ? 0 : -1}
              aria-label={`${bar.time}, ${t('hours', { hours: bar.hours })}`}
              aria-expanded={keyOf(bar) === chosen}
              onFocus={() => setStop(bar.time)}
              onPointerEnter={(event) => hover(bar, event)}
              onClick={({ currentTarget, detail }) => press(bar, currentTarget, detail === 0)}
            />
          ) : (
            <i key={bar.time} data-closed={bar.isClosed || undefined} />
          ),
        )}
        {played !== null && played >= 0 && played <= 1 && (
          <span className="tape-now" style={{ '--at': played } as CSSProperties} />
        )}
      </div>
    </div>
  )
}
