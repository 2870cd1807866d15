import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { LinkCode } from '@/components/form/link-code'
import { Messages } from '@/components/intl'
import { BankDetailsForm } from '@/components/manage/bank-details-form'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('bankDetails.meta')
  return {
    title: t('title'),
    robots: { index: false, follow: false },
    referrer: 'no-referrer',
  }
}

/**
 * Where a customer enters the account to which the studio transfers money (docs/decisions/053). The
 * token of the mail's link is behind # and is read in the browser.
 */
export default async function BankDetailsPage() {
  const t = await getTranslations('bankDetails')
  return (
    <div className="wrap min-h-dvh pt-10">
      <div className="mx-auto grid max-w-xl gap-6">
        <h1>{t('title')}</h1>
        <noscript>
          <p className="rounded-lg border border-line bg-raised p-4">{t('noScript')}</p>
        </noscript>
        <Messages namespaces={['bankDetails', 'linkCode', 'errors.fields']}>
          <LinkCode length={22}>
            <BankDetailsForm />
          </LinkCode>
        </Messages>
      </div>
    </div>
  )
}
