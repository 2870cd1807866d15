import { Download } from 'lucide-react'
import { Link } from '@/components/admin/frame/link'
import { DownloadLink } from '@/components/admin/shared/download-link'
import { useTranslations } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { ReceiptList } from '@/components/admin/receipts/receipt-list'
import { FilterMonth, Filters, FilterText } from '@/components/admin/shared/filters'
import { AdminMessages } from '@/components/admin/shared/messages'
import { NoRows } from '@/components/admin/shared/table'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { companyMissing, sellerMissing } from '@/lib/admin/receipts/rules'
import { documentsOfMonth, turnoverSen } from '@/lib/admin/receipts/queries'
import { requireRole } from '@/lib/auth/page-guards'
import { datesIn } from '@/lib/i18n/dates'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import {
  monthOf,
  needsOwnInvoice,
  SINGLE_SALE_SEN,
  sumsOf,
  turnoverState,
} from '@/lib/receipts/rules'
import { sellerNow } from '@/lib/receipts/seller'
import { searchDocuments } from '@/lib/receipts/queries'
import { receiptsQuery, type IssuedDocument } from '@/lib/receipts/schema'
import { currentSetting, currentTax } from '@/lib/settings/queries'
import { longDate, studioDate, utcMidnight } from '@/lib/time'
import { readQuery } from '../../../../query'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** The receipts and notes of a month, what an e-invoice asks for, and the month's export. */
export default async function ReceiptsPage(props: PageProps<'/[locale]/admin/receipts'>) {
  await requireRole('/admin/receipts', 'owner')
  await connection() // the clock below is that of the request
  const now = new Date()
  const query = await props.searchParams
  const locale = toLocale(await rootLocale())
  const { q, month = monthOf(studioDate(now)) } = readQuery(receiptsQuery, query)
  if (q !== null) return <Found q={q} locale={locale} />
  const [documents, turnover, t] = [
    await documentsOfMonth(month),
    await turnoverSen(now),
    await getTranslations('admin.receipts'),
  ]
  const name = datesIn(locale).dateTime(utcMidnight(`${month}-01`), {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const sums = sumsOf(documents)
  return (
    <AdminMessages parts={['receipts']}>
      <div className="grid min-w-0 gap-5">
        {/* First, as below: while somebody types, the page becomes that of what was found. */}
        <Search q="" locale={locale} />
        <Warnings documents={documents} turnover={turnover} locale={locale} />
        <div className="flex flex-wrap items-end gap-3">
          <Filters path={pathIn(locale, '/admin/receipts')} label={t('filters')}>
            <FilterMonth id="receipts-month" name="month" label={t('month')} value={month} />
          </Filters>
          {documents.length > 0 && (
            <>
              <DownloadLink
                href={`/api/admin/receipts/export?month=${month}&as=xlsx`}
                className={buttonVariants({ variant: 'outline' })}
              >
                <Download aria-hidden="true" />
                <span>{t('exportXlsx')}</span>
              </DownloadLink>
              <DownloadLink
                href={`/api/admin/receipts/export?month=${month}`}
                className={buttonVariants({ variant: 'outline' })}
              >
                <Download aria-hidden="true" />
                <span>{t('export')}</span>
              </DownloadLink>
            </>
          )}
        </div>
        <p className="measure text-sm text-muted">{t('exportNote')}</p>
        <dl
          className={
            'figures grid grid-cols-2 gap-x-4 gap-y-3 sm:gap-x-6 rounded-lg border border-line ' +
            'bg-card p-4 text-sm lg:grid-cols-5'
          }
        >
          <Sum name={t('sums.sales')} sen={sums.salesSen} />
          <Sum name={t('sums.refunds')} sen={sums.refundsSen} />
          <Sum name={t('sums.net')} sen={sums.netSen} />
          <Sum name={t('sums.tax')} sen={sums.taxSen} />
          <Sum
            name={t('turnover.title')}
            sen={turnover}
            note={t('turnover.note')}
            className="max-lg:col-span-2"
          />
        </dl>
        {documents.length > 0 ? (
          <ReceiptList documents={documents} caption={t('caption', { month: name })} />
        ) : (
          <NoRows title={t('empty')} hint={t('emptyHint')} />
        )}
      </div>
    </AdminMessages>
  )
}

function Search({ q, locale }: { q: string; locale: Locale }) {
  const t = useTranslations('admin.receipts')
  return (
    <Filters path={pathIn(locale, '/admin/receipts')} label={t('searchAll')}>
      <FilterText id="receipts-q" name="q" label={t('search')} value={q} />
    </Filters>
  )
}

// More than anybody reads; who looks for an older one types more of it.
const MOST_FOUND = 100

/** What was searched for, of all months. */
async function Found({ q, locale }: { q: string; locale: Locale }) {
  const [documents, t] = [
    await searchDocuments(q, MOST_FOUND),
    await getTranslations('admin.receipts'),
  ]
  return (
    <AdminMessages parts={['receipts']}>
      <div className="grid min-w-0 gap-5">
        <Search q={q} locale={locale} />
        {documents.length === MOST_FOUND && (
          <p className="measure text-sm text-muted">{t('newestOnly', { count: MOST_FOUND })}</p>
        )}
        {documents.length > 0 ? (
          <ReceiptList documents={documents} caption={t('found')} />
        ) : (
          <NoRows title={t('notFound')} hint={t('notFoundHint')} />
        )}
        <Link
          href={pathIn(locale, '/admin/receipts')}
          className={`${buttonVariants({ variant: 'outline' })} justify-self-start`}
        >
          {t('byMonth')}
        </Link>
      </div>
    </AdminMessages>
  )
}

type SumProps = { name: string; sen: number; note?: string; className?: string }

const Sum = ({ name, sen, note, className }: SumProps) => (
  <div className={className}>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-base font-semibold sm:text-lg">{formatRM(sen)}</dd>
    {note && <dd className="text-xs text-muted">{note}</dd>}
  </div>
)

/** Warnings for the owner about e-invoices and tax. */
async function Warnings({
  documents,
  turnover,
  locale,
}: {
  documents: readonly IssuedDocument[]
  turnover: number
  locale: Locale
}) {
  const t = await getTranslations('admin.receipts.warnings')
  const columns = await getTranslations('admin.receipts.needed')
  const format = await getFormatter()
  const named = (missing: readonly Parameters<typeof columns>[0][]) =>
    format.list(missing.map((name) => columns(name)))
  const [seller, tax] = [await sellerNow(), await currentTax()]
  const missing = sellerMissing(seller)
  const companies = documents.filter((document) => companyMissing(document).length > 0)
  const large = documents.filter(({ kind, price }) => needsOwnInvoice(kind, price.totalSen))
  const einvoice = await currentSetting('einvoice')
  const limit = formatRM(einvoice.limit * 100)
  const state = turnoverState(turnover, einvoice.limit * 100)
  return (
    <>
      {large.length > 0 && (
        <Alert>
          <AlertTitle>{t('single.title')}</AlertTitle>
          <AlertDescription>
            {t('single.text', {
              numbers: format.list(large.map(({ number }) => number)),
              limit: formatRM(SINGLE_SALE_SEN),
            })}
          </AlertDescription>
        </Alert>
      )}
      {state !== 'below' && (
        <Alert variant={state === 'over' ? 'destructive' : 'default'}>
          <AlertTitle>{t(`${state}.title`, { limit })}</AlertTitle>
          <AlertDescription>
            {t(`${state}.text`, {
              amount: formatRM(turnover),
              limit,
              date: longDate(einvoice.checkedOn, locale),
            })}
          </AlertDescription>
        </Alert>
      )}
      {seller.taxRegistration === '' && tax.kind === 'tax' && tax.basisPoints > 0 && (
        <Alert>
          <AlertTitle>{t('tax.title')}</AlertTitle>
          <AlertDescription>{t('tax.text')}</AlertDescription>
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert>
          <AlertTitle>{t('seller.title')}</AlertTitle>
          <AlertDescription className="grid justify-items-start">
            <span>{t('seller.text', { columns: named(missing) })}</span>
            <Link
              href={`${pathIn(locale, '/admin/settings/payment')}#setting-einvoice`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('seller.link')}
            </Link>
          </AlertDescription>
        </Alert>
      )}
      {companies.length > 0 && (
        <Alert>
          <AlertTitle>{t('company.title')}</AlertTitle>
          <AlertDescription>
            {t('company.text', {
              documents: companies
                .map((document) =>
                  t('company.document', {
                    number: document.number,
                    columns: named(companyMissing(document)),
                  }),
                )
                .join('; '),
            })}
          </AlertDescription>
        </Alert>
      )}
    </>
  )
}
