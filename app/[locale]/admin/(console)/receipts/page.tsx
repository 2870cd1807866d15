import { Download } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { ReceiptList } from '@/components/admin/receipts/receipt-list'
import { Filters } from '@/components/admin/shared/filters'
import { AdminMessages } from '@/components/admin/shared/messages'
import { NoRows } from '@/components/admin/shared/table'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { documentsOfMonth, turnoverSen } from '@/lib/admin/receipts/queries'
import { requireAdmin } from '@/lib/auth/page-guards'
import { LANGUAGES } from '@/lib/i18n/languages'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { E_INVOICE, monthOf, needsOwnInvoice, sumsOf, turnoverState } from '@/lib/receipts/rules'
import { monthQuery, type IssuedDocument } from '@/lib/receipts/schema'
import { currentTax, currentTaxRegistration } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'
import { readQuery } from '../query'

/** The receipts and notes of a month, what an e-invoice asks for, and the month's export. */
export default async function ReceiptsPage(props: PageProps<'/[locale]/admin/receipts'>) {
  await requireAdmin('/admin/receipts')
  const now = new Date()
  const query = await props.searchParams
  const locale = toLocale(await rootLocale())
  const month = readQuery(monthQuery, query).month ?? monthOf(studioDate(now))
  const [documents, turnover, t] = [
    await documentsOfMonth(month),
    await turnoverSen(now),
    await getTranslations('admin.receipts'),
  ]
  const name = new Intl.DateTimeFormat(LANGUAGES[locale].tag, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
  const sums = sumsOf(documents)
  return (
    <AdminMessages parts={['receipts', 'lists']}>
      <div className="grid min-w-0 gap-5">
        <Warnings documents={documents} turnover={turnover} />
        <div className="flex flex-wrap items-end gap-3">
          <Filters path={pathIn(locale, '/admin/receipts')} label={t('filters')}>
            <div className="grid gap-1.5 sm:w-52">
              <Label htmlFor="receipts-month">{t('month')}</Label>
              <Input
                key={month}
                id="receipts-month"
                name="month"
                type="month"
                defaultValue={month}
                required
              />
            </div>
          </Filters>
          {documents.length > 0 && (
            <a
              href={`/api/admin/receipts/export?month=${month}`}
              download
              className={buttonVariants({ variant: 'outline' })}
            >
              <Download aria-hidden="true" />
              {t('export')}
            </a>
          )}
        </div>
        <p className="measure text-sm text-muted">{t('exportNote')}</p>
        <dl className="figures grid grid-cols-2 gap-x-4 gap-y-3 sm:gap-x-6 rounded-lg border border-line bg-card p-4 text-sm lg:grid-cols-5">
          <Sum name={t('sums.sales')} sen={sums.salesSen} />
          <Sum name={t('sums.refunds')} sen={sums.refundsSen} />
          <Sum name={t('sums.net')} sen={sums.netSen} />
          <Sum name={t('sums.tax')} sen={sums.taxSen} />
          <Sum name={t('turnover.title')} sen={turnover} note={t('turnover.note')} />
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

const Sum = ({ name, sen, note }: { name: string; sen: number; note?: string }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-base font-semibold sm:text-lg">{formatRM(sen)}</dd>
    {note && <dd className="text-xs text-muted">{note}</dd>}
  </div>
)

/** What the rules about e-invoices and tax ask the owner to look at. */
async function Warnings({
  documents,
  turnover,
}: {
  documents: readonly IssuedDocument[]
  turnover: number
}) {
  const t = await getTranslations('admin.receipts.warnings')
  const [registration, tax, format] = await Promise.all([
    currentTaxRegistration(),
    currentTax(),
    getFormatter(),
  ])
  const large = documents.filter(({ kind, price }) => needsOwnInvoice(kind, price.totalSen))
  const state = turnoverState(turnover)
  return (
    <>
      {large.length > 0 && (
        <Alert>
          <AlertTitle>{t('single.title')}</AlertTitle>
          <AlertDescription>
            {t('single.text', {
              numbers: format.list(large.map(({ number }) => number)),
              limit: formatRM(E_INVOICE.singleSaleSen),
            })}
          </AlertDescription>
        </Alert>
      )}
      {state !== 'below' && (
        <Alert variant={state === 'over' ? 'destructive' : 'default'}>
          <AlertTitle>{t(`${state}.title`, { limit: formatRM(E_INVOICE.turnoverSen) })}</AlertTitle>
          <AlertDescription>
            {t(`${state}.text`, {
              amount: formatRM(turnover),
              limit: formatRM(E_INVOICE.turnoverSen),
            })}
          </AlertDescription>
        </Alert>
      )}
      {registration === null && tax.basisPoints > 0 && (
        <Alert>
          <AlertTitle>{t('tax.title')}</AlertTitle>
          <AlertDescription>{t('tax.text')}</AlertDescription>
        </Alert>
      )}
    </>
  )
}
