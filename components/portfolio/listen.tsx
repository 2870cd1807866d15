'use client'
import { AudioLines } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { enhanceLink } from '@/components/ui/hydrated'
import { buttonVariants } from '@/components/ui/button-variants'
import { part } from '@/components/ui/part'
import type { ListenRow as Row } from './listen-row'

type Props = {
  src: string
  peaks: string
  title: string
  duration: string | null
  /** A tune of the demo: not the recording, which is as long as `duration`. */
  isSample?: boolean
}

/**
 * The sound of a work: a link to it, and once pressed a row that plays it. Nothing is fetched
 * before.
 */
export function Listen({ src, peaks, title, duration, isSample = false }: Props) {
  const t = useTranslations('portfolio.listen')
  const [ListenRow, setRow] = useState<typeof Row | null>(null)
  const load = () =>
    part(() => import('./listen-row')).then(
      (module) => setRow(() => module.ListenRow),
      () => window.location.assign(src),
    )
  if (ListenRow) return <ListenRow src={src} peaks={peaks} title={title} />
  const label = isSample
    ? t('sample')
    : duration === null
      ? t('listen')
      : t('listenFor', { duration })
  return (
    <a
      href={src}
      aria-label={t('named', { action: label, title })}
      onClick={enhanceLink(() => void load())}
      className={buttonVariants({ variant: 'outline', className: 'justify-self-start' })}
    >
      <AudioLines aria-hidden="true" />
      <span>{label}</span>
    </a>
  )
}
