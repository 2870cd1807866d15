'use client'
import { ExternalLink, Play as PlayIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { inPage } from '@/components/ui/alive'
import { buttonVariants } from '@/components/ui/button-variants'
import { part } from '@/components/ui/part'
import type { Video } from '@/lib/content/rules'
import type { Player as PlayerType } from './player'

type Props = { video: Video; title: string }

/**
 * Plays a recording above the page. The player, and so the request to its host, exists only while
 * it is open. It is a link: clicked before hydration, it leads to the player's own page.
 */
export function Play({ video, title }: Props) {
  const [t, common] = [useTranslations('portfolio.play'), useTranslations('common')]
  const [Player, setPlayer] = useState<typeof PlayerType | null>(null)
  const play = t(video.kind, { host: hostOf(video) })
  const named = t('named', { action: play, title })
  const button = buttonVariants({
    variant: 'outline',
    className: 'relative z-10 justify-self-start',
  })
  const open = () =>
    part(() => import('./player')).then(
      (module) => setPlayer(() => module.Player),
      // The player's code did not load: its host's page plays the recording too.
      () => window.location.assign(video.src),
    )
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
        onClick={inPage(() => void open())}
        className={button}
      >
        <PlayIcon aria-hidden="true" />
        <span>{play}</span>
      </a>
      {video.kind === 'frame' && (
        <p className="text-xs text-muted">{t('note', { host: video.host })}</p>
      )}
      {Player && <Player video={video} title={title} onClose={() => setPlayer(null)} />}
    </>
  )
}

const hostOf = (video: Video) =>
  video.kind === 'frame' ? video.host : URL.canParse(video.src) ? new URL(video.src).hostname : ''
