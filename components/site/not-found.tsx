import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

/** What every address without a page shows (spec point 2). Lean: as the layout's boundary it stands in every page's flight data. */
export async function NotFound() {
  const [t, locale] = await Promise.all([getTranslations('pages.notFound'), getLocale().then(toLocale)])
  return (
    <section className="wrap grid min-h-[70dvh] content-center gap-6 py-20">
      <div className="meter-flat mb-2 max-w-xl" />
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      <p className="measure text-lg text-muted">{t('hint')}</p>
      <p className="measure text-muted">{t('text')}</p>
      <div className="flex flex-wrap gap-3">
        <Link href={pathIn(locale, '/booking')} prefetch={false} className={buttonVariants()}>
          {t('booking')}
        </Link>
        <Link href={pathIn(locale, '/')} prefetch={false} className={buttonVariants({ variant: 'outline' })}>
          {t('home')}
        </Link>
      </div>
    </section>
  )
}
