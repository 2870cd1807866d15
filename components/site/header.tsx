'use client'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { LanguageMenu } from './language-menu'
import { Logo } from './logo'
import { Menu } from './menu'
import { NAV } from './nav'
import type { HeaderWords } from './shell-words'

export function Header({ locale, words }: { locale: Locale; words: HeaderWords }) {
  const book = { label: words.bookSession, href: pathIn(locale, '/booking') }
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-line bg-ground">
      <div className="wrap flex h-header items-center gap-2 sm:gap-3">
        <Logo locale={locale} label={words.logo} className="mr-auto" />
        <Menu
          label={words.menu}
          navLabel={words.main}
          links={NAV.map(({ key, path }) => ({ label: words[key], href: pathIn(locale, path) }))}
          book={book}
        />
        <LanguageMenu current={locale} label={words.language} note={words.moreLanguages} />
        <Link
          href={book.href}
          prefetch={false}
          className={buttonVariants({ className: 'h-10 px-3.5 max-sm:hidden' })}
        >
          {book.label}
        </Link>
      </div>
    </header>
  )
}
