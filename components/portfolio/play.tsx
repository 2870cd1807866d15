'use client'
import { ExternalLink, Play as PlayIcon, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { inPage } from '@/components/ui/alive'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Video } from '@/lib/content/rules'

type Props = { video: Video; title: string }

/**
 * Plays a recording over the page. The player, and so the request to its host, exists only between
 * the two clicks. A link: pressed before our code has come, it leads to the player itself.
 */
export function Play({ video, title }: Props) {
  const [t, common] = [useTranslations('portfolio.play'), useTranslations('common')]
  const [isOpen, setOpen] = useState(false)
  const play = t(video.kind, { host: hostOf(video) })
  const named = t('named', { action: play, title })
  const button = buttonVariants({
    variant: 'outline',
    className: 'relative z-10 justify-self-start',
  })
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
        {play}
      </a>
    )
  return (
    <>
      <a
        href={video.src}
        aria-label={named}
        aria-haspopup="dialog"
        onClick={inPage(() => setOpen(true))}
        className={button}
      >
        <PlayIcon aria-hidden="true" />
        {play}
      </a>
      {video.kind === 'frame' && (
        <p className="text-xs text-muted">{t('note', { host: video.host })}</p>
      )}
      {isOpen && <Player video={video} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}

const hostOf = (video: Video) =>
  video.kind === 'frame' ? video.host : URL.canParse(video.src) ? new URL(video.src).hostname : ''

type PlayerProps = {
  video: Exclude<Video, { kind: 'link' }>
  title: string
  onClose: () => void
}

function Player({ video, title, onClose }: PlayerProps) {
  const t = useTranslations('portfolio.play')
  const [hasFailed, setFailed] = useState(false)
  const open = (dialog: HTMLDialogElement | null) => {
    if (dialog && !dialog.open) dialog.showModal()
  }
  return (
    // The browser's own dialog: it keeps the focus, closes on Escape and gives the focus back.
    <dialog
      ref={open}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className="m-auto w-[min(72rem,100vw)] max-w-none bg-transparent p-3 text-fg backdrop:bg-ground/90 sm:p-6"
    >
      <div className="flex items-center justify-between gap-4 pb-3">
        <p className="font-display text-lg font-semibold">{title}</p>
        <button
          type="button"
          aria-label={t('close')}
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          className={buttonVariants({ variant: 'secondary', size: 'icon' })}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <div className="aspect-video max-h-[80dvh] w-full overflow-hidden rounded-lg border border-line bg-ground">
        {hasFailed && (
          <p role="alert" className="p-6">
            {t('failed')}
          </p>
        )}
        {!hasFailed && video.kind === 'file' && (
          // The recordings carry no caption file yet; muted is not forced, the visitor
          // asked for it.
          <video
            src={video.src}
            controls
            autoPlay
            playsInline
            onError={() => setFailed(true)}
            className="size-full"
          />
        )}
        {video.kind === 'frame' && (
          <iframe
            src={video.src}
            title={title}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
            className="size-full border-0"
          />
        )}
      </div>
    </dialog>
  )
}
