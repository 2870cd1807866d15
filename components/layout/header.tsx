import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { LanguageMenu } from './language-menu'
import { Logo } from './logo'
import { Menu } from './menu'

export function Header({ studioName }: { studioName: string }) {
  const [t, locale] = [useTranslations('nav'), useLocale()]
  return (
    <header className="site-header fixed inset-x-0 top-0 z-40 pb-px">
      <div className="wrap flex h-header items-center gap-2 sm:gap-3">
        <Logo studioName={studioName} className="mr-auto" />
        <Menu />
        <LanguageMenu />
        <Link
          href={pathIn(locale, '/booking')}
          prefetch={false}
          className={buttonVariants({ className: 'px-3.5 max-sm:hidden' })}
        >
          {t('bookSession')}
        </Link>
      </div>
    </header>
  )
}
