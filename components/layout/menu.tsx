'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Suspense, useEffect, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { NAV } from './nav'

/**
 * The main links, a native popover where they do not fit in the header; tapping one closes it,
 * since navigating to another page does not reload this one.
 */
export function Menu() {
  const [t, locale] = [useTranslations('nav'), useLocale()]
  const panel = useRef<HTMLElement>(null)
  const [path, setPath] = useState<string | null>(null)
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <nav ref={panel} id="site-menu" popover="auto" aria-label={t('main')} className="site-menu">
        {NAV.map(({ key, path: bare }) => (
          <Link
            key={key}
            href={pathIn(locale, bare)}
            prefetch={false}
            onClick={close}
            aria-current={pathIn(locale, bare) === path ? 'page' : undefined}
          >
            {t(key)}
          </Link>
        ))}
        <Link
          href={pathIn(locale, '/booking')}
          prefetch={false}
          onClick={close}
          className={buttonVariants({ size: 'lg', className: 'menu-book mt-5 xl:hidden' })}
        >
          {t('bookSession')}
        </Link>
      </nav>
      <Suspense>
        <CurrentPath tell={setPath} />
      </Suspense>
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label={t('menu')}
        className={
          'glyph glyph-menu order-last size-11 justify-center rounded-md ' +
          'transition-colors hover:bg-line xl:hidden [&::before]:size-6'
        }
      />
    </>
  )
}

/**
 * Separate and without markup, because where the path is known only per request it suspends: with
 * the links inside, every page contained them twice, once as the fallback and once in a script that
 * swaps them in.
 */
function CurrentPath({ tell }: { tell: (path: string) => void }) {
  const path = usePathname()
  useEffect(() => tell(path), [path, tell])
  return null
}
