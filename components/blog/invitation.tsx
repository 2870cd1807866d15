import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'

/** From reading to recording. */
export async function Invitation({ locale }: { locale: Locale }) {
  const t = await getTranslations('blog.cta')
  return (
    <section className="my-16 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-lg border border-line bg-card p-6 sm:p-8">
      <div className="grid gap-2">
        <h2 className="text-xl">{t('title')}</h2>
        <p className="measure text-muted">{t('text')}</p>
      </div>
      <Link href={pathIn(locale, '/booking')} prefetch={false} className={buttonVariants()}>
        {t('book')}
      </Link>
    </section>
  )
}
