import { getTranslations } from 'next-intl/server'
import { AreaTitle } from '@/components/admin/frame/area-title'
import { Screen } from '@/components/admin/frame/screen'

const AREAS = [
  ...([
    'attention',
    'audit',
    'calendar',
    'customers',
    'members',
    'money',
    'orders',
    'people',
    'prices',
    'receipts',
    'settings',
  ] as const),
]

/** The areas of the console that are one list or one form. */
export default async function AreasLayout({ children }: LayoutProps<'/[locale]/admin'>) {
  const t = await getTranslations('admin')
  const names = Object.fromEntries(AREAS.map((area) => [area, t(`tabs.${area}`)]))
  return (
    <Screen
      title={<AreaTitle names={{ ...names, inbox: t('frame.inbox'), setup: t('setup.title') }} />}
    >
      <div className="min-w-0">{children}</div>
    </Screen>
  )
}
