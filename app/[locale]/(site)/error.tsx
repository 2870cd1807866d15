'use client'
import { useTranslations } from 'next-intl'
import { useContext } from 'react'
import { SiteContext } from '@/components/layout/site-context'
import { buttonVariants } from '@/components/ui/button-variants'
import { mailtoHref } from '@/lib/settings/links'

/**
 * A page that failed to render: says so, offers a retry and contact details. Next.js has logged the
 * error already. Code that is gone since a deployment comes back by a reload only.
 */
export default function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const t = useTranslations('common.failure')
  const studio = useContext(SiteContext)
  return (
    <section role="alert" className="wrap grid min-h-[70dvh] content-center gap-6 py-20">
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      <p className="measure text-lg text-muted">{t('text')}</p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          onClick={error.name === 'ChunkLoadError' ? () => window.location.reload() : retry}
          className={buttonVariants()}
        >
          {t('retry')}
        </button>
        {studio && (
          <a href={mailtoHref(studio.email)} className={buttonVariants({ variant: 'outline' })}>
            {studio.email}
          </a>
        )}
      </div>
    </section>
  )
}
