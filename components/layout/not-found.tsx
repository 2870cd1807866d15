import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { WholeWords } from '@/components/ui/words'

/** The content of every address without a page. */
export function NotFound() {
  const [t, locale] = [useTranslations('pages.notFound'), useLocale()]
  return (
    <section className="wrap grid min-h-[70dvh] content-center gap-6 py-20">
      <div className="meter-flat mb-2 max-w-xl" />
      <h1 className="text-3xl sm:text-4xl">
        <WholeWords>{t('title')}</WholeWords>
      </h1>
      <p className="measure font-mono text-[15px] text-muted">{t('hint')}</p>
      <p className="measure text-muted">{t('text')}</p>
      <div className="flex flex-wrap gap-3">
        <Link href={pathIn(locale, '/booking')} prefetch={false} className={buttonVariants()}>
          {t('booking')}
        </Link>
        <Link
          href={pathIn(locale, '/')}
          prefetch={false}
          className={buttonVariants({ variant: 'outline' })}
        >
          {t('home')}
        </Link>
      </div>
    </section>
  )
}

/**
 * The 404 page, complete in the HTML. notFound() alone would send an empty document that only a
 * script fills; thrown inside Suspense while the page is prerendered, it sets the status and leaves
 * what is around it.
 */
export const Missing = () => (
  <>
    <NotFound />
    <Suspense>
      <Status404 />
    </Suspense>
  </>
)

function Status404(): never {
  notFound()
}
