import { getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { siteUrl } from '@/lib/site-url'
import { Share } from './share'

type Props = { title: string; path: string; tags: string[]; locale: Locale }

/** Beside a post: passing it on, and what it is about. */
export async function Sharing({ title, path, tags, locale }: Props) {
  const [t, common] = await Promise.all([getTranslations('blog'), getTranslations('common')])
  return (
    <div className="grid content-start gap-8 lg:sticky lg:top-28 lg:col-start-1 lg:row-start-1 lg:self-start">
      <div className="grid gap-3">
        <h2 className="eyebrow">{t('share.title')}</h2>
        <Share
          title={title}
          url={siteUrl() + pathIn(locale, path)}
          words={{
            copy: t('share.copy'),
            copied: t('share.copied'),
            failed: t('share.failed'),
            whatsapp: t('share.whatsapp'),
            more: t('share.more'),
            newTab: common('newTab'),
          }}
        />
      </div>
      {tags.length > 0 && (
        <div className="grid gap-3">
          <h2 className="eyebrow">{t('tags')}</h2>
          <ul className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge variant="secondary">{tag}</Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
