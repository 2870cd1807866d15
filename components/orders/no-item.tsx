'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'

/**
 * The address selects nothing that can be ordered (spec point 2). The way back is where packages
 * are selected.
 */
export function NoItem() {
  const t = useTranslations('order.none')
  const locale = useLocale() as Locale
  return (
    <section className="grid min-h-[50dvh] content-center justify-items-start gap-4">
      <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="text-muted">{t('note')}</p>
      <Link
        href={`${pathIn(locale, '/')}#editing`}
        prefetch={false}
        className={buttonVariants({ size: 'lg', className: 'mt-2' })}
      >
        {t('back')}
      </Link>
    </section>
  )
}
