import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { Screen } from '@/components/admin/frame/screen'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

/** What a page of the console was asked for and does not have; the frame around it stays. */
export default function NotFound() {
  const t = useTranslations('admin.gone')
  const locale = toLocale(useLocale())
  return (
    <Screen title={t('title')}>
      <p className="text-muted">{t('text')}</p>
      <p>
        <Link href={pathIn(locale, '/admin/today')} className="text-tungsten underline">
          {t('back')}
        </Link>
      </p>
    </Screen>
  )
}
