'use client'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { barTitle } from './bar-title'
import { SearchButton } from './search-button'

/**
 * A booking over the page on a phone, and a column beside it on a wide screen. Closing it goes back to
 * the page, which has kept its place.
 */
export function BookingPanel({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('admin.frame')
  const router = useRouter()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className="console-opened"
      onKeyDown={(event) => {
        // A dialog above it closes itself by the same key.
        if (event.key === 'Escape' && !event.defaultPrevented) router.back()
      }}
    >
      <header className="sticky top-0 z-10 flex min-h-13 items-center gap-3 border-b border-line bg-ground px-4">
        <h2 data-truncate className={barTitle(title, 'grow')}>
          {title}
        </h2>
        <SearchButton />
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('closeBooking')}
          onClick={() => router.back()}
        >
          <X aria-hidden="true" />
        </Button>
      </header>
      <div className="min-w-0 p-4">{children}</div>
    </aside>
  )
}
