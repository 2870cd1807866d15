'use client'
import { clockText, type Session } from '@/lib/recording/rules'
import { useSeconds } from './use-recorder'
import { fill } from '@/components/site/fill'
import type { TrackerWords } from './words'

/** Recorded time against the plan; the only part of the view that is drawn anew each second. */
export function Timer({ session, words }: { session: Session; words: TrackerWords['live'] }) {
  const seconds = useSeconds(session)
  const part = Math.min(1, seconds / session.duration)
  const over = seconds - session.duration
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        {/* A role of its own keeps screen readers quiet; they find the time when they look for it. */}
        <span
          role="timer"
          aria-label={words.timer}
          className="figures font-display text-5xl font-semibold tracking-tight sm:text-6xl"
        >
          {clockText(seconds)}
        </span>
        <span className="figures text-muted">
          {over > 0
            ? fill(words.over, { time: clockText(over) })
            : fill(words.of, { time: clockText(session.duration) })}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={words.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        className="relative h-2 rounded-full bg-line"
      >
        <div className="absolute inset-0 overflow-hidden rounded-full">
          <div
            className="h-full origin-left bg-tungsten"
            style={{ transform: `scaleX(${part})` }}
          />
        </div>
        {session.milestones.map(({ id, time, completed }) => (
          <span
            key={id}
            aria-hidden="true"
            className={`absolute -top-1 h-4 w-0.5 ${completed ? 'bg-meter' : 'bg-edge'}`}
            style={{ left: `${(100 * time) / session.duration}%` }}
          />
        ))}
      </div>
    </div>
  )
}
