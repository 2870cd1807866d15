import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { Suspense } from 'react'
import { holidayOption } from '@/components/booking/options'
import { Visit } from '@/components/confirmation/visit'
import { Messages } from '@/components/intl'
import { GuestView } from '@/components/manage/guest-view'
import { ManageLoading } from '@/components/manage/loading'
import { ManageIsland } from '@/components/manage/manage-island'
import { PolicyNotice } from '@/components/payment/policy-notice'
import { TestBanner } from '@/components/site/test-banner'
import { holidayList } from '@/lib/availability/data'
import { guestVisit, managedBooking } from '@/lib/bookings/manage'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { siteUrl } from '@/lib/site-url'

type Props = PageProps<'/[locale]/manage/[token]'>

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('manage.meta')
  return { title: t('title'), robots: { index: false, follow: false }, referrer: 'no-referrer' }
}

/** A booking's own page (decision C10). The token in the address is the right; middleware answers a wrong one with 404. */
export default async function ManagePage({ params }: Props) {
  const common = await getTranslations('common')
  return (
    <>
      <TestBanner text={common('testPayments')} />
      <div className="wrap min-h-dvh pt-10">
        <Suspense fallback={<ManageLoading />}>
          <Opened params={params} />
        </Suspense>
      </div>
    </>
  )
}

async function Opened({ params }: Pick<Props, 'params'>) {
  const [{ token }, locale] = [await params, toLocale(await rootLocale())]
  const [booking, visit, holidays] = await Promise.all([managedBooking(token, locale, new Date()), guestVisit(token, locale), holidayList()])
  if (!booking && !visit) notFound()
  return (
    <Messages namespaces={['manage', 'booking', 'payment']}>
      {booking && (
        <ManageIsland
          initial={booking}
          token={token}
          guestUrl={siteUrl() + pathIn(locale, `/manage/${booking.guestToken}`)}
          holidays={holidays.map((holiday) => holidayOption(holiday, locale))}
        />
      )}
      {visit && <GuestView visit={visit} />}
      <Visit />
      {booking && (
        <div className="mt-6">
          <PolicyNotice />
        </div>
      )}
    </Messages>
  )
}
