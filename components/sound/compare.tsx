'use client'
import { Pause, Play } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import { buttonVariants } from '@/components/ui/button-variants'
import { part } from '@/components/ui/part'
import type { Take } from '@/lib/settings/voices'
import { clockOf } from '@/lib/uploads/rules'
import type { Mixer } from './mixer'
import { Wave } from './wave'

const TICK_MS = 100
type State = 'silent' | 'loading' | 'playing' | 'failed'

/**
 * One sentence in several recordings, switched while it plays. Nothing of it is fetched before the
 * first press, and what plays ends with its page.
 */
export function Compare({ takes }: { takes: readonly Take[] }) {
  const [t, isHydrated] = [useTranslations('hear'), useHydrated()]
  const [chosen, setChosen] = useState(0)
  const [state, setState] = useState<State>('silent')
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const context = useRef<AudioContext>(null)
  const mixer = useRef<Mixer>(null)
  const heard = useRef(0)

  useLayoutEffect(() => {
    const end = () => {
      void context.current?.close()
      context.current = mixer.current = null
      setState('silent')
      setAt(0)
      setLength(0)
    }
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [])
  useEffect(() => {
    if (state !== 'playing') return
    const timer = setInterval(() => {
      const position = mixer.current?.position() ?? 0
      const isOver = position >= (mixer.current?.length ?? 0)
      if (isOver) {
        mixer.current?.pause()
        setState('silent')
      }
      setAt(isOver ? 0 : position)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [state])

  const load = async () => {
    // Made at the press itself: browsers let no other one be heard.
    const own = (context.current = new AudioContext())
    setState('loading')
    try {
      const { mixerOf } = await part(() => import('./mixer'))
      const urls = takes.map(({ url }) => url)
      const made = await mixerOf(own, urls, heard.current)
      if (context.current !== own) return
      made.choose(heard.current)
      mixer.current = made
      setLength(made.length)
      made.play(0)
      setState('playing')
    } catch {
      if (context.current !== own) return
      context.current = null
      void own.close()
      setState('failed')
    }
  }
  const toggle = () => {
    if (state === 'loading') return
    if (!mixer.current) return void load()
    if (state === 'playing') {
      mixer.current.pause()
      return setState('silent')
    }
    mixer.current.play(at)
    setState('playing')
  }
  const choose = (index: number) => {
    heard.current = index
    setChosen(index)
    mixer.current?.choose(index)
  }
  const seek = (share: number) => {
    setAt(share * length)
    if (state !== 'playing') return
    mixer.current?.pause()
    mixer.current?.play(share * length)
  }
  const isPlaying = state === 'playing'
  return (
    <div className="grid gap-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('kinds')}</legend>
        {takes.map(({ kind }, index) => (
          <label
            key={kind}
            className={
              'inline-flex min-h-11 cursor-pointer items-center rounded-full border border-edge ' +
              'px-4 text-sm font-medium has-checked:border-tungsten has-checked:bg-tungsten ' +
              'has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 ' +
              'has-focus-visible:outline-tungsten'
            }
          >
            <input
              type="radio"
              name="take"
              checked={index === chosen}
              disabled={!isHydrated}
              onChange={() => choose(index)}
              className="sr-only"
            />
            <span>{t(kind)}</span>
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-4">
        <button
          type="button"
          onClick={toggle}
          disabled={!isHydrated}
          aria-busy={state === 'loading'}
          aria-label={t(isPlaying ? 'pause' : 'play')}
          className={buttonVariants({ size: 'icon' })}
        >
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </button>
        <Wave
          peaks={takes[chosen]?.peaks ?? ''}
          played={length > 0 ? at / length : 0}
          label={t('position')}
          value={clockOf(at)}
          disabled={length === 0}
          seek={seek}
        />
        <p className="figures min-w-20 text-right text-sm text-muted">
          {length > 0 ? `${clockOf(at)} / ${clockOf(length)}` : clockOf(at)}
        </p>
      </div>
      {state === 'failed' && (
        <p role="alert" className="text-sm">
          {t('failed')}
        </p>
      )}
    </div>
  )
}
