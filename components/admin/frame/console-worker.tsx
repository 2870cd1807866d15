'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { sessionSeconds } from '@/lib/credentials'
import { DAY_MS } from '@/lib/time'

type Props = {
  /** The console's first address in this language. */
  scope: string
  trusted: boolean
  /** Who is signed in, and as what: what is kept for anybody else is removed. */
  whose: string
}

/**
 * Starts the service worker of this language (public/console-worker.js), lets it ask again whether the
 * session stands whenever the connection is back, and goes where a pressed notification leads: the
 * router keeps what is typed on the page that is left.
 */
export function ConsoleWorker({ scope, trusted, whose }: Props) {
  const t = useTranslations('admin.offline')
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const words = {
      whose,
      lang: document.documentElement.lang,
      title: t('title'),
      text: t('text'),
      today: t('today'),
      // As long as the session would last unused, and a day at most.
      keepMs: Math.min(sessionSeconds(trusted).idle * 1000, DAY_MS),
    }
    const ask = async () => {
      try {
        await navigator.serviceWorker.register('/console-worker.js', { scope })
        const { active } = await navigator.serviceWorker.ready
        active?.postMessage({ words })
      } catch {
        return // A browser may refuse workers; the console works without.
      }
    }
    void ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [scope, trusted, whose, t])
  const router = useRouter()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const go = ({ data, ports }: MessageEvent<{ url: string }>) => {
      const { pathname, search } = new URL(data.url)
      ports[0]?.postMessage(null)
      if (pathname + search !== location.pathname + location.search) router.push(pathname + search)
    }
    const { serviceWorker } = navigator
    serviceWorker.addEventListener('message', go)
    return () => serviceWorker.removeEventListener('message', go)
  }, [router])
  return null
}
