import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { SecondStepOffer } from '@/components/admin/account/second-step-offer'
import { AreaLinks } from '@/components/admin/shared/area-links'
import { ScreenLinks, Tiles } from '@/components/admin/shared/frame'
import { Screen } from '@/components/admin/frame/screen'
import { bookingTotals } from '@/lib/admin/bookings/totals'
import { areaPath, DASHBOARD_TABS } from '@/lib/admin/rules'
import { currentAdmin, requireRole } from '@/lib/auth/page-guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  if (!(await currentAdmin())) return {}
  const t = await getTranslations('admin')
  return { title: t('title') }
}

/** The dashboard of the specification: two links, four tiles, four tabs. */
export default async function DashboardLayout({ children }: LayoutProps<'/[locale]/admin'>) {
  const admin = await requireRole('/admin', 'manager')
  const [t, locale, totals] = [
    await getTranslations('admin'),
    toLocale(await rootLocale()),
    await bookingTotals(),
  ]
  const tabs = DASHBOARD_TABS.map((key) => ({
    key,
    name: t(`tabs.${key}`),
    href: pathIn(locale, areaPath(key)),
  }))
  const links = [
    { href: pathIn(locale, '/'), text: t('frame.home') },
    { href: pathIn(locale, '/admin-blog'), text: t('frame.blog') },
  ]
  return (
    <Screen title={t('title')} aside={<ScreenLinks label={t('frame.links')} links={links} />}>
      {admin.secondStep === 'off' && <SecondStepOffer account={pathIn(locale, '/admin/account')} />}
      <Tiles {...totals} />
      <AreaLinks label={t('frame.tabs')} areas={tabs} />
      <div className="min-w-0">{children}</div>
    </Screen>
  )
}
