'use client'
import { Flag, Pause, Play, Square } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { deviceNow } from '@/components/browser/clock'
import { buttonVariants } from '@/components/ui/button-variants'
import { type Act, clockText, type Recording } from '@/lib/recording/rules'
import { Level } from './level'
import { Markers } from './markers'
import { Plan } from './plan'
import { useSeconds } from './use-recorder'

type Props = { session: Recording; act: (act: Act) => void }

/** The running session. */
export function LiveView({ session, act }: Props) {
  const t = useTranslations('tracker.app.live')
  const type = useTranslations('tracker.app.setup.types')
  const [shortcuts, setShortcuts] = useState(true)
  const recording = session.status === 'recording'
  const mark = () => act({ type: 'mark', now: deviceNow() })
  const pauseOrResume = () => act({ type: recording ? 'pause' : 'resume', now: deviceNow() })
  useShortcuts(shortcuts, { m: mark, p: pauseOrResume })

  return (
    <section
      aria-labelledby="live-title"
      className={
        'grid overflow-hidden rounded-lg border border-line bg-raised ' +
        'lg:grid-cols-[minmax(0,1fr)_22rem]'
      }
    >
      <div className="grid min-w-0 content-start gap-7 p-5 sm:p-8">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <span
            className={
              'rounded-sm px-5 py-2 font-display text-2xl font-semibold sm:text-3xl ' +
              (recording
                ? 'bg-onair text-ink shadow-[0_0_36px_-4px_var(--color-onair)]'
                : 'inset-ring inset-ring-edge text-muted')
            }
          >
            {recording ? t('recording') : t('paused')}
          </span>
          <h2 id="live-title" className="min-w-0 text-xl wrap-anywhere">
            {session.title}
          </h2>
          <p className="w-full text-sm wrap-anywhere text-muted">
            {`${type(session.type)} · ${t('with', { names: session.participants.join(', ') })}`}
          </p>
        </div>
        <Timer session={session} />
        <Level
          running={recording}
          label={t('level')}
          heard={session.audioLevels}
          onSecond={(level) => act({ type: 'level', now: deviceNow(), level })}
        />
        <div className="grid gap-3 sm:flex sm:flex-wrap">
          <button
            type="button"
            onClick={mark}
            className={`${buttonVariants({ size: 'lg' })} sm:min-w-52`}
          >
            <Flag aria-hidden="true" />
            {t('mark')}
          </button>
          <div className="grid grid-cols-2 gap-3 sm:flex">
            <button
              type="button"
              onClick={pauseOrResume}
              className={buttonVariants({ size: 'lg', variant: 'secondary' })}
            >
              {recording ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
              <span>{recording ? t('pause') : t('resume')}</span>
            </button>
            <button
              type="button"
              onClick={() => act({ type: 'stop', now: deviceNow() })}
              className={buttonVariants({ size: 'lg', variant: 'outline' })}
            >
              <Square aria-hidden="true" />
              {t('stop')}
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
            {t('shortcuts')}: <kbd className={key}>M</kbd> {t('shortcutMark')},{' '}
            <kbd className={key}>P</kbd> {t('shortcutPause')}
          </span>
        </label>
      </div>
      <div
        className={
          'grid min-w-0 content-start gap-9 border-t border-line p-5 sm:p-8 ' +
          'lg:border-t-0 lg:border-l'
        }
      >
        <div className="grid gap-5">
          <h3 className="text-lg">{t('milestones')}</h3>
          <Plan milestones={session.milestones} brief />
        </div>
        <Markers session={session} act={act} />
      </div>
    </section>
  )
}

const key = 'rounded-sm border border-edge px-1.5 font-sans text-xs font-semibold text-fg'

/** Recorded time against the plan; the only part of the view that is rendered each second. */
function Timer({ session }: { session: Recording }) {
  const t = useTranslations('tracker.app.live')
  const seconds = useSeconds(session)
  const part = Math.min(1, seconds / session.duration)
  const over = seconds - session.duration
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        {/* A role of its own keeps screen readers quiet; the time can still be read on demand. */}
        <span
          role="timer"
          translate="no"
          aria-label={t('timer')}
          className="figures font-display text-3xl font-semibold tracking-tight sm:text-4xl"
        >
          {clockText(seconds)}
        </span>
        <span className="figures text-muted">
          {over > 0
            ? t('over', { time: clockText(over) })
            : t('of', { time: clockText(session.duration) })}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={t('progress')}
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

const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/**
 * Calls `keys[letter]` when that letter is pressed outside text fields and not as part of a browser
 * shortcut.
 */
function useShortcuts(enabled: boolean, keys: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      event.isComposing ||
      event.defaultPrevented
    )
      return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    keys[event.key.toLowerCase()]?.()
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [enabled])
}
