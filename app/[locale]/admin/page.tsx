import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { SecondStepOffer } from '@/components/admin/account/second-step-offer'
import { AccountMenu } from '@/components/admin/account-menu'
import { DashboardTabs } from '@/components/admin/dashboard-tabs'
import { AdminHeader, AdminPage } from '@/components/admin/frame'
import { AdminMessages } from '@/components/admin/messages'
import { SaveFrame } from '@/components/admin/save-frame'
import { Tiles } from '@/components/admin/tiles'
import { secondStepOf } from '@/lib/auth/account'
import { bookingTotals } from '@/lib/desk/totals'
import { currentAdmin, requireAdmin } from '@/lib/guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { openTabs, panelOf, tabOf } from './panels'

type Props = PageProps<'/[locale]/admin'>

export async function generateMetadata(): Promise<Metadata> {
  const robots = { index: false, follow: false }
  if (!(await currentAdmin())) return { robots }
  const t = await getTranslations('admin')
  return { title: t('title'), robots }
}

export default function DashboardPage({ searchParams }: Props) {
  return (
    <AdminPage>
      <Dashboard searchParams={searchParams} />
    </AdminPage>
  )
}

async function Dashboard({ searchParams }: Pick<Props, 'searchParams'>) {
  const admin = await requireAdmin('/admin')
  const query = await searchParams
  const [t, locale, totals, secondStep] = [
    await getTranslations('admin'),
    toLocale(await rootLocale()),
    await bookingTotals(),
    await secondStepOf(admin),
  ]
  const tab = tabOf(query)
  const Panel = panelOf(tab)
  const path = pathIn(locale, '/admin')
  const tabs = openTabs.map((key) => ({
    key,
    name: t(`tabs.${key}`),
    href: key === 'bookings' ? path : `${path}?tab=${key}`,
  }))
  const links = [
    { href: pathIn(locale, '/'), text: t('frame.home') },
    { href: pathIn(locale, '/admin-blog'), text: t('frame.blog') },
  ]
  return (
    <AdminMessages parts={['session', 'save', 'signIn']}>
      <SaveFrame>
        <div className="grid min-w-0 gap-6">
          <AdminHeader title={t('title')} label={t('frame.links')} links={links}>
            <AccountMenu
              username={admin.username}
              exit={pathIn(locale, '/admin/login')}
              account={pathIn(locale, '/admin/account')}
              secondStep={secondStep}
            />
          </AdminHeader>
          {!secondStep.on && !secondStep.putOff && (
            <SecondStepOffer account={pathIn(locale, '/admin/account')} />
          )}
          <Tiles {...totals} />
          <DashboardTabs label={t('frame.tabs')} active={tab} tabs={tabs}>
            <Panel query={query} admin={admin} locale={locale} />
          </DashboardTabs>
        </div>
      </SaveFrame>
    </AdminMessages>
  )
}
