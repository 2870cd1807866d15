import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import type { ReactNode } from 'react'
import { Composing } from '@/components/browser/composing'
import { PartNotice } from '@/components/browser/part-notice'
import { ToastSlot } from '@/components/ui/toast-slot'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { LOCALES } from '@/lib/i18n/routing'
import { RESTORE_LANGUAGE } from '@/lib/i18n/stored'
import { display, displayAccents, text, textAccents } from './fonts'

/**
 * The document around every page, a visitor's or the console's; `children` contain an element
 * `#main`.
 */
export async function Document({ children }: { children: ReactNode }) {
  const locale = await rootLocale()
  if (!hasLocale(LOCALES, locale)) notFound()
  const t = await getTranslations('common')
  return (
    // The script in the head may set a style before hydration.
    <html
      lang={LANGUAGE_TAG[locale]}
      className={[display, displayAccents, text, textAccents]
        .map((font) => font.variable)
        .join(' ')}
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <head>
        <script dangerouslySetInnerHTML={{ __html: RESTORE_LANGUAGE }} />
      </head>
      <body>
        <a
          href="#main"
          className={
            'fixed top-3 left-3 z-50 -translate-y-20 rounded-md bg-tungsten px-4 py-2.5 ' +
            'font-semibold text-ink focus:translate-y-0'
          }
        >
          {t('skipToContent')}
        </a>
        <div className="contents">{children}</div>
        <Composing />
        <PartNotice
          title={t('part.title')}
          text={t('part.text')}
          reload={t('part.reload')}
          close={t('close')}
        />
        <ToastSlot label={t('notices')} closeLabel={t('close')} />
      </body>
    </html>
  )
}
