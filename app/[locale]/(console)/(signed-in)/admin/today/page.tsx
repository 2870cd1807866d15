import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { Screen } from '@/components/admin/frame/screen'
import { AccountChanged } from '@/components/admin/settings/account-change'
import { TodayView } from '@/components/admin/today/today-view'
import { Messages } from '@/components/intl'
import { todayOf } from '@/lib/admin/today/queries'
import { currentAdmin, requireRole } from '@/lib/auth/page-guards'
import { toLocale } from '@/lib/i18n/routing'
import { mayAs } from '@/lib/roles'
import { siteUrl } from '@/lib/seo/site-url'
import { site, unconfirmedAccount } from '@/lib/settings/queries'
import { longDate, studioDate } from '@/lib/time'

export async function generateMetadata(): Promise<Metadata> {
  if (!(await currentAdmin())) return {}
  const t = await getTranslations('admin.today')
  return { title: t('title') }
}

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

type Props = PageProps<'/[locale]/admin/today'>

/** `?todo=all` lists all that is to be done. */
export default async function TodayPage({ searchParams }: Props) {
  const { role } = await requireRole('/admin/today', 'crew')
  const locale = toLocale(await rootLocale())
  const all = (await searchParams).todo === 'all'
  const now = new Date()
  const [today, studio, changed] = [
    await todayOf(studioDate(now), locale, now, role, { all }),
    await site(),
    mayAs(role, 'manager') ? await unconfirmedAccount() : null,
  ]
  return (
    <Messages
      namespaces={[
        ...(['admin.today', 'admin.texts', 'admin.transfer', 'admin.acts'] as const),
        'admin.accountChange',
      ]}
    >
      <Screen title={longDate(today.date, locale)}>
        {changed && <AccountChanged change={changed} canConfirm={mayAs(role, 'owner')} />}
        <TodayView
          initial={today}
          madeAt={now.getTime()}
          studioName={studio.name}
          siteUrl={siteUrl()}
          all={all}
        />
      </Screen>
    </Messages>
  )
}
