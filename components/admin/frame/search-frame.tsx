'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { lazyPart, prepare } from '@/components/ui/part'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { SearchContext } from './search-button'
import { GOES, hasShortcuts, isTyped } from './shortcuts'

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
    const on = (act: () => void) => (event: KeyboardEvent) => {
      event.preventDefault()
      act()
    }
    const go = (keys: string) => {
      const [, , path] = GOES.find(([known]) => known === keys.toLowerCase()) ?? []
      if (path) router.push(pathIn(locale, path))
    }
    return tinykeys(
      window,
      {
        '$mod+k': on(() => open('search')),
        '[Shift]+/': on(() => open('search')),
        '[Shift]+?': on(() => open('shortcuts')),
        n: on(() => go('n')),
        // One sequence: of several, those that were not ended would still wait for their second key.
        'g ([tcio])': (event) => {
          event.preventDefault()
          go(`g ${event.key}`)
        },
      },
      { ignore: (event) => isTyped(event) || !hasShortcuts() },
    )
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
