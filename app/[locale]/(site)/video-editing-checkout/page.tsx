import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { Messages } from '@/components/intl'
import { BackLink, NoScriptNotice } from '@/components/layout/page-links'
import { CheckoutIsland } from '@/components/orders/checkout'
import { ReadAgain } from '@/components/browser/seen-again'
import { TestBanner } from '@/components/layout/test-banner'
import { WaysToReach } from '@/components/layout/ways-to-reach'
import { Skeleton } from '@/components/ui/skeleton'
import { officeDays } from '@/lib/orders/queries'
import { site, taxSetting } from '@/lib/settings/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('order.meta')
  return { title: t('title'), description: t('description'), robots: { index: false } }
}

/** Prerendered: the browser reads the selection from the address. */
export default async function VideoEditingCheckoutPage() {
  const locale = toLocale(await getLocale())
  const [tax, office, studio] = await Promise.all([taxSetting(), officeDays(), site()])
  const [t, common, booking] = await Promise.all([
    getTranslations('order'),
    getTranslations('common'),
    getTranslations('booking'),
  ])
  return (
    <>
      <ReadAgain />
      <TestBanner text={common('testPayments')} />
      {/* At least as tall as the window: the footer stays out of sight whatever the address
          selects. */}
      <div className="purchase wrap min-h-dvh pt-6">
        <BackLink href={pathIn(locale, '/')}>{booking('back')}</BackLink>
        <NoScriptNotice text={t('noScript')}>
          <WaysToReach studio={studio} />
        </NoScriptNotice>
        <Messages
          namespaces={[
            'order',
            'billing',
            'payment',
            'purchase.edit',
            'errors',
            'editing',
            'legal.consent',
            'legal.notice',
          ]}
        >
          <Suspense fallback={<Waiting text={t('loading')} />}>
            <CheckoutIsland tax={tax} office={office} />
          </Suspense>
        </Messages>
      </div>
    </>
  )
}

const Waiting = ({ text }: { text: string }) => (
  <div className="grid min-h-[40rem] grid-cols-1 content-start gap-6 pt-3">
    <h1 className="text-2xl sm:text-3xl">{text}</h1>
    <Skeleton className="h-6 w-96 max-w-full" />
    <Skeleton className="h-80 w-full rounded-lg" />
  </div>
)
