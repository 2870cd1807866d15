import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { buttonVariants } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { LanguageMenu } from './language-menu'
import { Logo } from './logo'
import { NAV } from './nav'
import { CurrentNavLinks, NavLinks } from './nav-links'
import { PhoneMenu } from './phone-menu'

export async function Header({ locale }: { locale: Locale }) {
  const t = await getTranslations('nav')
  const links = NAV.map(({ key, path }) => ({ label: t(key), href: pathIn(locale, path) }))
  const book = pathIn(locale, '/booking')
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-line bg-ground">
      <div className="wrap flex h-header items-center gap-2 sm:gap-3">
        <Logo locale={locale} className="mr-auto" />
        <nav aria-label={t('main')} className="hidden items-center xl:flex">
          {/* Which link is the current one is known per address only; the links themselves are not kept waiting for it. */}
          <Suspense fallback={<NavLinks links={links} current={null} />}>
            <CurrentNavLinks links={links} />
          </Suspense>
        </nav>
        <LanguageMenu current={locale} label={t('language')} note={t('moreLanguages')} />
        <Link href={book} className={cn(buttonVariants({ size: 'sm' }), 'hidden h-10 sm:inline-flex')}>
          {t('bookSession')}
        </Link>
        <PhoneMenu label={t('menu')} navLabel={t('main')} links={links} book={{ label: t('bookSession'), href: book }} />
      </div>
    </header>
  )
}
