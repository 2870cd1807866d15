import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { NextLinks } from '@/components/checkout/next-links'
import { Messages } from '@/components/intl'
import { Shot } from '@/components/layout/picture'
import { SuccessIsland } from '@/components/orders/success-island'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { site } from '@/lib/settings/queries'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('order.successMeta')
  return { title: t('title'), robots: { index: false } }
}

/**
 * Prerendered without personal data; the client component reads the address and requests the order
 * (docs/decisions/020 C8, C9).
 */
export default async function VideoEditingSuccessPage() {
  const [t, shared, locale, studio] = await Promise.all([
    getTranslations('order.success'),
    getTranslations('confirmation'),
    getLocale().then(toLocale),
    site(),
  ])
  const another = { href: `${pathIn(locale, '/')}#editing`, text: t('another') }
  return (
    <div className="purchase wrap pt-8">
      <noscript>
        <p className="rounded-lg border border-line bg-raised p-4">{shared('noScript')}</p>
      </noscript>
      <Messages namespaces={['confirmation', 'moneyPlaces', 'order', 'editing']}>
        <SuccessIsland
          picture={<Shot name="edit-suite" sizes="(min-width: 40rem) 56rem, 100vw" />}
          nextLinks={
            <NextLinks locale={locale} studio={studio} another={another} tagline={t('tagline')} />
          }
        />
      </Messages>
    </div>
  )
}
