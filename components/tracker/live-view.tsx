'use client'
import { useState } from 'react'
import { Flag, Pause, Play, Square } from 'lucide-react'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Act, Session } from '@/lib/recording/rules'
import { Level } from './level'
import { Markers } from './markers'
import { Plan } from './plan'
import { Timer } from './timer'
import { useShortcuts } from './use-shortcuts'
import { fill } from '@/components/site/fill'
import type { TrackerWords } from './words'

type Props = { session: Session; words: TrackerWords; act: (act: Act) => void }

/** The session while it runs. */
export function LiveView({ session, words, act }: Props) {
  const { live } = words
  const [shortcuts, setShortcuts] = useState(true)
  const recording = session.status === 'recording'
  const mark = () => act({ type: 'mark', now: Date.now() })
  const pauseOrResume = () => act({ type: recording ? 'pause' : 'resume', now: Date.now() })
  useShortcuts(shortcuts, { m: mark, p: pauseOrResume })

  return (
    <section
      aria-labelledby="live-title"
      className="grid overflow-hidden rounded-lg border border-line bg-raised lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid min-w-0 content-start gap-7 p-5 sm:p-8">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <span
            className={`rounded-sm px-3 py-1 text-sm font-semibold ${recording ? 'bg-onair text-ink shadow-[0_0_36px_-4px_var(--color-onair)]' : 'inset-ring inset-ring-edge text-muted'}`}
          >
            {recording ? live.recording : live.paused}
          </span>
          <h2 id="live-title" className="min-w-0 text-xl wrap-anywhere">
            {session.title}
          </h2>
          <p className="w-full text-sm wrap-anywhere text-muted">
            {words.setup.types[session.type]} ·{' '}
            {fill(live.with, { names: session.participants.join(', ') })}
          </p>
        </div>
        <Timer session={session} words={live} />
        <Level running={recording} label={live.level} />
        <div className="grid gap-3 sm:flex sm:flex-wrap">
          <button
            type="button"
            onClick={mark}
            className={`${buttonVariants({ size: 'lg' })} sm:min-w-52`}
          >
            <Flag aria-hidden="true" />
            {live.mark}
          </button>
          <div className="grid grid-cols-2 gap-3 sm:flex">
            <button
              type="button"
              onClick={pauseOrResume}
              className={buttonVariants({ size: 'lg', variant: 'secondary' })}
            >
              {recording ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
              {recording ? live.pause : live.resume}
            </button>
            <button
              type="button"
              onClick={() => act({ type: 'stop', now: Date.now() })}
              className={buttonVariants({ size: 'lg', variant: 'outline' })}
            >
              <Square aria-hidden="true" />
              {live.stop}
            </button>
          </div>
        </div>
        <label className="hidden items-center gap-3 text-sm text-muted sm:flex">
          <input
            type="checkbox"
            checked={shortcuts}
            onChange={(event) => setShortcuts(event.target.checked)}
            className="size-4"
          />
          <span>
            {live.shortcuts}: <kbd className={key}>M</kbd> {live.shortcutMark},{' '}
            <kbd className={key}>P</kbd> {live.shortcutPause}
          </span>
        </label>
      </div>
      <div className="grid min-w-0 content-start gap-9 border-t border-line p-5 sm:p-8 lg:border-t-0 lg:border-l">
        <div className="grid gap-5">
          <h3 className="text-lg">{live.milestones}</h3>
          <Plan milestones={session.milestones} words={words} brief />
        </div>
        <Markers session={session} words={words} act={act} />
      </div>
    </section>
  )
}

const key = 'rounded-sm border border-edge px-1.5 font-sans text-xs font-semibold text-fg'
