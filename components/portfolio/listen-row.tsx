'use client'
import { Pause, Play } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { Wave } from '@/components/sound/wave'
import { clockOf } from '@/lib/uploads/rules'

// One is heard at a time.
let playing: HTMLAudioElement | null = null

/** Plays a sound at once, because it was asked for; it ends with its page. */
export function ListenRow({ src, peaks, title }: { src: string; peaks: string; title: string }) {
  const t = useTranslations('portfolio.listen')
  const sound = useRef<HTMLAudioElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [{ at, length }, setTime] = useState({ at: 0, length: 0 })
  const play = () => {
    if (playing !== sound.current) playing?.pause()
    playing = sound.current
    // Refused where the browser wants another press: the button stays as it is.
    sound.current?.play().catch(() => setPlaying(false))
  }
  useLayoutEffect(() => {
    const element = sound.current
    const end = () => element?.pause()
    button.current?.focus()
    play()
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [])
  const read = ({ currentTime, duration }: HTMLAudioElement) =>
    setTime({ at: currentTime, length: Number.isFinite(duration) ? duration : 0 })
  const seek = (share: number) => {
    if (sound.current) sound.current.currentTime = share * length
  }
  const action = t(isPlaying ? 'pause' : 'play')
  return (
    <div className="grid gap-2">
      <div className="grid h-16 grid-cols-[auto_1fr_auto] items-center gap-3">
        <button
          ref={button}
          type="button"
          aria-label={t('named', { action, title })}
          onClick={() => (isPlaying ? sound.current?.pause() : play())}
          className={buttonVariants({ variant: 'outline', size: 'icon' })}
        >
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </button>
        <Wave
          peaks={peaks}
          played={length > 0 ? at / length : 0}
          label={t('position', { title })}
          value={clockOf(at)}
          disabled={length === 0}
          seek={seek}
        />
        <p className="figures text-sm text-muted">
          {length > 0 ? `${clockOf(at)} / ${clockOf(length)}` : clockOf(at)}
        </p>
      </div>
      {/* The page has no captions of recordings: what a work is about stands above. */}
      <audio
        ref={sound}
        src={src}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => read(currentTarget)}
        onLoadedMetadata={({ currentTarget }) => read(currentTarget)}
        onError={() => setFailed(true)}
      />
      {hasFailed && (
        <p role="alert" className="text-sm">
          {t('failed')}
        </p>
      )}
    </div>
  )
}
