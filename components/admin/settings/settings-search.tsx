'use client'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from '@/components/admin/frame/link'
import type { Elements } from '@/components/ui/elements'
import { useHydrated } from '@/components/ui/hydrated'
import { Input } from '@/components/ui/input'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { pageOfAnchor, settingPath } from './places'
import { findSettings, type Findable } from './search-index'

type Props = {
  locale: Locale
  index: readonly Findable[]
  /** All pages, shown until something is typed. */
  children: Elements
}

/** Finds a setting by its label, title or hint, without asking the server. */
export function SettingsSearch({ locale, index, children }: Props) {
  const t = useTranslations('admin.settingsIndex')
  const hydrated = useHydrated()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const results = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const found = findSettings(index, typed)
  const isAsking = typed.trim() !== ''

  // A link to a setting from when all of them were on this page.
  useEffect(() => {
    const page = pageOfAnchor(location.hash.slice(1))
    if (page) router.replace(pathIn(locale, settingPath(page)) + location.hash)
  }, [router, locale])

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !isAsking) return
    event.preventDefault()
    const links = [...(results.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement) + step
    if (at < 0) field.current?.focus()
    else links[Math.min(at, links.length - 1)]?.focus()
  }
  return (
    <div className="grid gap-4" onKeyDown={move}>
      <form
        role="search"
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first) router.push(first.href)
        }}
      >
        <Input
          ref={field}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          disabled={!hydrated}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        />
      </form>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isAsking ? t('found', { count: found.length }) : null}
      </p>
      {isAsking && (
        <ul ref={results} className="divide-y divide-line border-y border-line empty:hidden">
          {found.map(({ href, label, where }) => (
            <li key={`${href} ${label}`}>
              <Link href={href} className="grid min-h-11 gap-0.5 py-2 hover:bg-line">
                <span className="font-medium wrap-anywhere">{label}</span>
                <span className="text-sm text-muted">{where}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div hidden={isAsking}>{children}</div>
    </div>
  )
}
