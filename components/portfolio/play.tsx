'use client'
import { ExternalLink, Play as PlayIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { enhanceLink } from '@/components/ui/hydrated'
import { buttonVariants } from '@/components/ui/button-variants'
import { part } from '@/components/ui/part'
import type { Video } from '@/lib/content/rules'
import type { Player as PlayerType } from './player'

type Props = { video: Video; title: string; isSample?: boolean }

/**
 * Plays a recording above the page. The player, and so the request to its host, exists only while
 * it is open, and ends when the page is left, also where the page is kept. It is a link: clicked
 * before hydration, it leads to the player's own page.
 */
export function Play({ video, title, isSample = false }: Props) {
  const [t, common] = [useTranslations('portfolio.play'), useTranslations('common')]
  const [Player, setPlayer] = useState<typeof PlayerType | null>(null)
  const play = t(video.kind, { host: hostOf(video) })
  const named = t('named', { action: play, title })
  const button = buttonVariants({
    variant: 'outline',
    className: 'relative z-10 justify-self-start',
  })
  const timesLeft = useRef(0)
  useLayoutEffect(() => {
    const end = () => {
      timesLeft.current += 1
      setPlayer(null)
    }
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [])
  const open = () => {
    const asked = timesLeft.current
    // What arrives after the page was left must neither open nor lead away.
    const isHere = () => asked === timesLeft.current
    return part(() => import('./player')).then(
      (module) => isHere() && setPlayer(() => module.Player),
      // The player's code did not load: its host's page plays the recording too.
      () => isHere() && window.location.assign(video.src),
    )
  }
  if (video.kind === 'link')
    return (
      <a
        href={video.src}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${named} (${common('newTab')})`}
        className={button}
      >
        <ExternalLink aria-hidden="true" />
        <span>{play}</span>
      </a>
    )
  return (
    <>
      <a
        href={video.src}
        aria-label={named}
        aria-haspopup="dialog"
        onClick={(event) => enhanceLink(() => void open())(event)}
        className={button}
      >
        <PlayIcon aria-hidden="true" />
        <span>{play}</span>
      </a>
      {video.kind === 'frame' && (
        <p className="text-xs text-muted">{t('note', { host: video.host })}</p>
      )}
      {Player && (
        <Player video={video} title={title} isSample={isSample} onClose={() => setPlayer(null)} />
      )}
    </>
  )
}

const hostOf = (video: Video) =>
  video.kind === 'frame' ? video.host : URL.canParse(video.src) ? new URL(video.src).hostname : ''
