'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, type MouseEvent } from 'react'
import { keepForLanguage } from '@/components/browser/typed'
import { LANGUAGE_ORDER, LANGUAGES } from '@/lib/i18n/languages'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { storeLanguage } from '@/lib/i18n/stored'

/**
 * A native popover: outside click and Escape close it, and without JavaScript it still opens and
 * leads to the language's home page.
 */
export function LanguageMenu() {
  const [t, current] = [useTranslations('nav'), useLocale()]
  const panel = useRef<HTMLDivElement>(null)

  const choose = (event: MouseEvent, locale: Locale) => {
    event.preventDefault()
    storeLanguage(locale)
    panel.current?.hidePopover()
    if (locale === current) return
    keepForLanguage()
    const { pathname, search, hash } = window.location
    window.location.assign(pathIn(locale, pathname) + search + hash)
  }

  return (
    <>
      <button
        type="button"
        popoverTarget="language-menu"
        aria-label={`${t('language')}: ${LANGUAGES[current].nativeName}`}
        className={
          'glyph glyph-globe anchor-language h-11 gap-2 rounded-md px-3 text-sm ' +
          'font-medium text-muted transition-colors hover:text-fg [&::before]:size-5'
        }
      >
        <span aria-hidden="true" className="hidden sm:inline">
          {LANGUAGES[current].short}
        </span>
      </button>
      <div
        ref={panel}
        id="language-menu"
        popover="auto"
        className={
          'dropdown-language w-60 rounded-lg border border-line bg-card p-1.5 text-fg ' +
          'shadow-warm open:animate-drop'
        }
      >
        <ul>
          {LANGUAGE_ORDER.map((locale) => (
            <li key={locale}>
              <a
                href={pathIn(locale, '/')}
                hrefLang={LANGUAGES[locale].tag}
                lang={LANGUAGES[locale].tag}
                aria-current={locale === current || undefined}
                onClick={(event) => choose(event, locale)}
                className={
                  'flex min-h-11 items-center justify-between rounded-md px-3 text-sm ' +
                  'transition-colors hover:bg-line aria-[current]:text-tungsten'
                }
              >
                <span className="flex items-center gap-2.5">
                  {/* Loaded when the list opens. */}
                  <img
                    src={`/pictures/flags/${LANGUAGES[locale].flag}.svg`}
                    alt=""
                    width={24}
                    height={16}
                    loading="lazy"
                    className="h-4 w-6 shrink-0 rounded-[2px] object-cover"
                  />
                  <span>
                    <span>{LANGUAGES[locale].nativeName}</span>
                    {LANGUAGES[locale].name !== LANGUAGES[locale].nativeName && (
                      <span lang="en" className="ml-2 text-xs text-muted">
                        {LANGUAGES[locale].name}
                      </span>
                    )}
                  </span>
                </span>
                {locale === current && <span className="glyph glyph-check" />}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-1.5 border-t border-line px-3 pt-2.5 pb-1.5 text-xs text-muted">
          {t('moreLanguages')}
        </p>
      </div>
    </>
  )
}
