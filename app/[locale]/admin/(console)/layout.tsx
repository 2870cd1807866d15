import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import type { ReactNode } from 'react'
import { AccountMenu } from '@/components/admin/account/account-menu'
import { SecondStepOffer } from '@/components/admin/account/second-step-offer'
import { AreaLinks } from '@/components/admin/shared/area-links'
import { AdminHeader, AdminPage, Tiles } from '@/components/admin/shared/frame'
import { AdminMessages } from '@/components/admin/shared/messages'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { bookingTotals } from '@/lib/admin/bookings/totals'
import { AREAS, areaPath } from '@/lib/admin/rules'
import { secondStepOf } from '@/lib/auth/account'
import { currentAdmin, requireAdmin } from '@/lib/auth/page-guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  const robots = { index: false, follow: false }
  if (!(await currentAdmin())) return { robots }
  const t = await getTranslations('admin')
  return { title: t('title'), robots }
}

export default function ConsoleLayout({ children }: LayoutProps<'/[locale]/admin'>) {
  return (
    <AdminPage>
      <Console>{children}</Console>
    </AdminPage>
  )
}

// This check does not protect the pages below: a layout is not rendered again when somebody
// navigates between areas, and the router requests a page without it. Every page calls
// requireAdmin.
/** The frame of all areas of the console. */
async function Console({ children }: { children: ReactNode }) {
  const admin = await requireAdmin('/admin')
  const [t, locale, totals, secondStep] = [
    await getTranslations('admin'),
    toLocale(await rootLocale()),
    await bookingTotals(),
    await secondStepOf(admin),
  ]
  const areas = AREAS.map((key) => ({
    key,
    name: t(`tabs.${key}`),
    href: pathIn(locale, areaPath(key)),
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
          <AreaLinks label={t('frame.tabs')} areas={areas} />
          <div className="min-w-0">{children}</div>
        </div>
      </SaveFrame>
    </AdminMessages>
  )
}
