'use client'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { badgeVariants } from '@/components/ui/badge-variants'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Video } from '@/lib/content/rules'

type PlayerProps = {
  video: Exclude<Video, { kind: 'link' }>
  title: string
  /** A clip of the demo: silent, and it says so. */
  isSample: boolean
  onClose: () => void
}

/** A recording above the page: plays at once, and is removed when it is closed. */
export function Player({ video, title, isSample, onClose }: PlayerProps) {
  const t = useTranslations('portfolio.play')
  const [hasFailed, setFailed] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Also when the router keeps the page: a hidden dialog would block the one that is shown, and
    // a hidden recording would be heard.
    return () => {
      shown?.querySelector('video')?.pause()
      shown?.close()
    }
  }, [])
  return (
    // The browser's own dialog: it traps the focus, closes on Escape and returns the focus.
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className={
        'm-auto w-[min(72rem,100vw)] max-w-none bg-transparent p-3 text-fg ' +
        'backdrop:bg-ground/96 sm:p-6'
      }
    >
      <div className="flex items-center justify-between gap-4 pb-3">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="font-display text-lg font-semibold">{title}</span>
          {isSample && (
            <span className={badgeVariants({ variant: 'secondary' })}>{t('sample')}</span>
          )}
        </p>
        <button
          type="button"
          aria-label={t('close')}
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          className={buttonVariants({ variant: 'secondary', size: 'icon' })}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <div
        className={
          'aspect-video max-h-[80dvh] w-full overflow-hidden rounded-lg border ' +
          'border-line bg-ground'
        }
      >
        {hasFailed && (
          <p role="alert" className="p-6">
            {t('failed')}
          </p>
        )}
        {!hasFailed && video.kind === 'file' && (
          // The recordings have no caption file yet; not muted, because the visitor asked for it.
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
