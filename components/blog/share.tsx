'use client'
import { Link2, MessageCircle, Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { copyText } from '@/components/browser/copy'
import { useHydrated } from '@/components/ui/hydrated'
import { buttonVariants } from '@/components/ui/button-variants'
import { whatsappLink } from '@/lib/settings/links'

const never = () => () => undefined
const canShare = () => typeof navigator.share === 'function'
const button = buttonVariants({ variant: 'outline' })

type Props = {
  title: string
  url: string
  /** The namespace of its messages. */
  namespace: 'blog.share' | 'manage.guests' | 'admin.bookings.share'
}

/** Copy the link, send it by WhatsApp, or use the device's share sheet. */
export function Share({ title, url, namespace }: Props) {
  const [t, common] = [useTranslations(namespace), useTranslations('common')]
  const [copying, setCopying] = useState<'copied' | 'failed' | null>(null)
  const hydrated = useHydrated()
  const isSharing = useSyncExternalStore(never, canShare, () => false)

  const copy = async () => setCopying((await copyText(url)) ? 'copied' : 'failed')
  // Closing the share sheet is not a failure.
  const share = () => void navigator.share({ title, url }).catch(() => undefined)

  return (
    <div className="flex flex-wrap gap-2 lg:flex-col lg:items-stretch">
      <button type="button" disabled={!hydrated} onClick={() => void copy()} className={button}>
        <Link2 aria-hidden="true" />
        <span aria-live="polite">{t(copying ?? 'copy')}</span>
      </button>
      <a
        href={whatsappLink({}, `${title} ${url}`)}
        target="_blank"
        rel="noopener noreferrer"
        className={button}
      >
        <MessageCircle aria-hidden="true" />
        {t('whatsapp')}
        <span className="sr-only"> ({common('newTab')})</span>
      </a>
      {isSharing && (
        <button type="button" onClick={share} className={button}>
          <Share2 aria-hidden="true" />
          {t('more')}
        </button>
      )}
    </div>
  )
}
