import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { PolicyNotice } from '@/components/checkout/policy-notice'
import { Consent } from '@/components/legal/consent'
import { ReadAgain } from '@/components/layout/seen-again'
import { HoldView } from '@/components/manage/hold-view'
import { managedBooking } from '@/lib/bookings/manage'
import { toLocale } from '@/lib/i18n/routing'
import { site } from '@/lib/settings/queries'
import { connection } from 'next/server'

// The whole page is rendered per request: no part of it may wait for a script to be put in place.
export const instant = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('plainBooking.meta')
  return { title: t('hold'), robots: { index: false, follow: false }, referrer: 'no-referrer' }
}

/**
 * The result of the form without script: the hold, until when it lasts, and how to pay
 * (docs/decisions/025). The token in the address grants access, as for the page above it.
 */
export default async function HoldPage({ params }: PageProps<'/[locale]/manage/[token]/hold'>) {
  await connection() // The clock below is that of the request.
  const [{ token }, locale] = [await params, toLocale(await rootLocale())]
  const now = new Date()
  const [booking, studio] = await Promise.all([managedBooking(token, locale, now), site()])
  if (!booking) notFound()
  return (
    <div className="wrap min-h-dvh pt-10">
      <ReadAgain />
      <HoldView booking={booking} studio={studio} now={now} />
      <div className="mt-6 grid gap-3">
        <PolicyNotice />
        <Consent />
      </div>
    </div>
  )
}
