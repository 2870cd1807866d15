import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { Messages } from '@/components/intl'
import { JsonLd } from '@/components/layout/json-ld'
import { Tracker } from '@/components/tracker/tracker'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { site } from '@/lib/settings/queries'
import { WholeWords } from '@/components/ui/words'

const PATH = '/recording-tracker'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('tracker.meta'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: PATH,
    title: t('title'),
    description: t('description'),
    image: 'mixing-desk',
  })
}

/** Prerendered: the recorder runs in the browser only. */
export default async function RecordingTrackerPage() {
  const locale = toLocale(await getLocale())
  const [t, studio] = await Promise.all([getTranslations('tracker'), site()])
  return (
    <>
      <JsonLd
        data={breadcrumbs(locale, [
          { name: studio.name, path: '/' },
          { name: t('title'), path: PATH },
        ])}
      />
      <div className="wrap grid gap-10 pt-8 lg:pt-14">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <div className="grid max-w-3xl gap-4">
            <h1 className="text-3xl sm:text-4xl">
              <WholeWords>{t('title')}</WholeWords>
            </h1>
            <p className="measure text-lg text-muted">{t('lead')}</p>
            <p className="measure text-sm text-muted">{t('demo')}</p>
          </div>
          <Link
            href={pathIn(locale, '/booking')}
            prefetch={false}
            className={buttonVariants({ size: 'lg', variant: 'outline' })}
          >
            {t('book')}
          </Link>
        </div>
        <Messages namespaces={['tracker.app']}>
          <Tracker />
        </Messages>
      </div>
    </>
  )
}
