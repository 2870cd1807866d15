import { ChevronLeft } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { AdminMessages } from '@/components/admin/shared/messages'
import type { Elements } from '@/components/ui/elements'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { ArriveAtSetting } from './arrive'
import type { SettingPage } from './places'

/** What a page needs of the dictionary besides the words of settings, forms and what they close. */
const WORDS = {
  closed: ['calendar', 'closedYear'],
  payment: ['accountChange'],
} as const satisfies Partial<Record<SettingPage, readonly string[]>>

type Props = { page: SettingPage; children: Elements }

/** One page of the settings: the way back to all of them, its name, its parts. */
export function SettingsPage({ page, children }: Props) {
  const t = useTranslations('admin.settingsIndex')
  const locale = toLocale(useLocale())
  return (
    <AdminMessages
      parts={[
        ...(['settings', 'form', 'closings', 'durations'] as const),
        ...(page in WORDS ? WORDS[page as keyof typeof WORDS] : []),
      ]}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4">
          <Link
            href={pathIn(locale, '/admin/settings')}
            className="inline-flex min-h-11 items-center gap-1 text-sm underline underline-offset-4"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            <span>{t('all')}</span>
          </Link>
          <h2 className="text-xl">{t(`pages.${page}.title`)}</h2>
        </div>
        {children}
        <ArriveAtSetting />
      </div>
    </AdminMessages>
  )
}
