import { getTranslations } from 'next-intl/server'

/** Where posts would be, before there is one (spec point 2). */
export async function NoPosts({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const t = await getTranslations('blog.empty')
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-card p-6 sm:p-8">
      <Heading className="text-xl">{t('title')}</Heading>
      <p className="measure text-muted">
        {t('text')} {t('later')}
      </p>
    </div>
  )
}
