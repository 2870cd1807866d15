'use client'
import { Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState, type MouseEvent } from 'react'
import { storyPath } from './api'

const NAME = 'on-air.png'
const TYPE = 'image/png'

/** Whether the device's share sheet takes a picture. */
const takesPictures = (): boolean =>
  navigator.canShare?.({ files: [new File([], NAME, { type: TYPE })] }) ?? false

/** The session as a picture: to the device's share sheet where that takes pictures, else a download. */
export function ShareStory({ token, className }: { token: string; className: string }) {
  const t = useTranslations('manage.story')
  // A browser that finds the press too long ago shares it with the next one.
  const drawn = useRef<File>(null)
  const [state, setState] = useState<'busy' | 'failed' | null>(null)

  const share = async () => {
    setState('busy')
    try {
      const files = [(drawn.current ??= await pictureOf(token))]
      setState(null)
      // Closing the share sheet is not a failure.
      await navigator.share({ files }).catch(() => undefined)
    } catch {
      setState('failed')
    }
  }
  const press = (event: MouseEvent) => {
    if (!takesPictures()) return
    event.preventDefault()
    if (state !== 'busy') void share()
  }
  return (
    <>
      <a href={storyPath(token)} download={NAME} onClick={press} className={className}>
        <Share2 aria-hidden="true" />
        <span>{t('share')}</span>
      </a>
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === 'failed' ? t('failed') : state === 'busy' ? t('busy') : ''}
      </p>
    </>
  )
}

async function pictureOf(token: string): Promise<File> {
  const response = await fetch(storyPath(token))
  if (!response.ok) throw new Error(`The picture was answered with ${response.status}`)
  return new File([await response.blob()], NAME, { type: TYPE })
}
