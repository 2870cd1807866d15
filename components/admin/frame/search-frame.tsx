'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { lazyPart, prepare } from '@/components/ui/part'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { SearchContext } from './search-button'
import { hasShortcuts, isTyped, shortcutReader } from './shortcuts'

const Palette = lazyPart(() => import('./palette').then((module) => module.Palette))
const ShortcutList = lazyPart(() => import('./shortcut-list').then((module) => module.ShortcutList))

type Shown = 'search' | 'shortcuts'

/** The search of the console and its shortcuts, for every screen inside. */
export function SearchFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('admin.search')
  const locale = toLocale(useLocale())
  const router = useRouter()
  const [shown, setShown] = useState<Shown | null>(null)
  const [used, setUsed] = useState<Record<Shown, boolean>>({ search: false, shortcuts: false })
  const label = t('open')
  const { search, open } = useMemo(() => {
    const open = (what: Shown) => {
      setUsed((before) => ({ ...before, [what]: true }))
      setShown(what)
    }
    return {
      open,
      search: {
        label,
        open: () => open('search'),
        prepare: () => prepare(() => import('./palette')),
      },
    }
  }, [label])
  useEffect(() => {
    const shortcutOf = shortcutReader()
    const press = (event: KeyboardEvent) => {
      if (isTyped(event) || !hasShortcuts()) return
      const shortcut = shortcutOf(event)
      if (shortcut === null) return
      event.preventDefault()
      if (shortcut === 'search' || shortcut === 'shortcuts') open(shortcut)
      else router.push(pathIn(locale, shortcut))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [open, router, locale])
  const close = () => setShown(null)
  return (
    <SearchContext value={search}>
      <div className="contents">{children}</div>
      <Suspense fallback={null}>
        {used.search && <Palette open={shown === 'search'} close={close} />}
        {used.shortcuts && <ShortcutList open={shown === 'shortcuts'} close={close} />}
      </Suspense>
    </SearchContext>
  )
}
