import { FileDown, FileText } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { BillToCompany } from '@/components/checkout/bill-to-company'
import { Messages } from '@/components/intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import type { Billing } from '@/lib/receipts/company'
import type { ListedDocument } from '@/lib/receipts/schema'
import { longDate, studioDate } from '@/lib/time'
import { BillingForm } from './billing-form'

type Props = {
  token: string
  locale: Locale
  documents: readonly ListedDocument[]
  /** `isOpen`: the billing details can still be changed. */
  billing: { billing: Billing | null; isOpen: boolean }
}

/** The receipts and notes of a booking or an order, and the company they are billed to. */
export async function Receipts({ token, locale, documents, billing }: Props) {
  const [t, kinds] = [await getTranslations('receipt.list'), await getTranslations('receipt.kinds')]
  return (
    <section
      aria-labelledby="receipts-title"
      className="grid gap-4 rounded-lg border border-line bg-card p-5 sm:p-6"
    >
      <h2 id="receipts-title" className="text-lg">
        {t('title')}
      </h2>
      <p className="text-sm text-muted">{t(documents.length > 0 ? 'lead' : 'none')}</p>
      {documents.length > 0 && (
        <ul className="grid">
          {documents.map(({ id, kind, number, issuedAt, totalSen }) => (
            <li
              key={id}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-line py-2 sm:flex"
            >
              <Link
                href={pathIn(locale, `/manage/${token}/receipts/${number}`)}
                prefetch={false}
                className="inline-flex min-h-11 items-center gap-2 text-tungsten underline underline-offset-4"
              >
                <FileText aria-hidden="true" className="size-4" />
                <span>
                  <span>{`${kinds(kind)} `}</span>
                  <span translate="no">{number}</span>
                </span>
              </Link>
              <span className="figures text-sm text-muted">
                {longDate(studioDate(new Date(issuedAt)), locale)}
              </span>
              <span className="figures text-right text-sm sm:ml-auto">{formatRM(totalSen)}</span>
              <a
                href={`/api/manage/${token}/receipts/${number}`}
                download={`${number}.pdf`}
                aria-label={t('pdf', { number })}
                className={buttonVariants({
                  variant: 'ghost',
                  size: 'sm',
                  // On a phone beside the number that it is of.
                  className: 'min-h-11 max-sm:col-start-2 max-sm:row-start-1',
                })}
              >
                <FileDown aria-hidden="true" />
                PDF
              </a>
            </li>
          ))}
        </ul>
      )}
      {billing.isOpen && (
        <Messages namespaces={['billing', 'errors.fields']}>
          <BillToCompany {...(billing.billing?.company && { summary: billing.billing.company })}>
            <BillingForm token={token} billing={billing.billing} />
          </BillToCompany>
        </Messages>
      )}
    </section>
  )
}
