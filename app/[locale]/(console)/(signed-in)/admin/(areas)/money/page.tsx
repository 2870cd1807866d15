import { Download } from 'lucide-react'
import { getLocale, getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { Link } from '@/components/admin/frame/link'
import { MethodName } from '@/components/admin/money/method-name'
import { OccupancyTable } from '@/components/admin/money/occupancy-table'
import { OwedTable } from '@/components/admin/money/owed-table'
import { Nothing, MoneyPart } from '@/components/admin/money/parts'
import { PayoutList } from '@/components/admin/money/payouts'
import { ProveFirst } from '@/components/admin/money/prove-first'
import { CameIn, MonthTable, SumTable } from '@/components/admin/money/sums'
import { ReceiptList } from '@/components/admin/receipts/receipt-list'
import { AndMore } from '@/components/admin/shared/and-more'
import { DownloadLink } from '@/components/admin/shared/download-link'
import { FilterMonth, Filters } from '@/components/admin/shared/filters'
import { AdminMessages } from '@/components/admin/shared/messages'
import { TodoLines } from '@/components/admin/today/todo-list'
import { buttonVariants } from '@/components/ui/button-variants'
import { newestPayouts, nextPayout } from '@/lib/admin/money/payouts/queries'
import {
  byMethod,
  byMonth,
  byService,
  cameIn,
  occupancy,
  owedToUs,
  toDecide,
} from '@/lib/admin/money/queries'
import { sameDayBefore } from '@/lib/admin/money/rules'
import { moneyQuery } from '@/lib/admin/money/schema'
import { requireRole } from '@/lib/auth/page-guards'
import { datesIn } from '@/lib/i18n/dates'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { formatMoney } from '@/lib/currencies'
import { formatRM } from '@/lib/money'
import { stripeBalance } from '@/lib/payments/queries'
import { newestDocuments } from '@/lib/receipts/queries'
import { monthOf } from '@/lib/receipts/rules'
import { addDays, longDate, studioDate, utcMidnight } from '@/lib/time'
import { readQuery } from '../../../../query'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

const PAYOUTS = 12
const RECEIPTS = 10
const DECISIONS = 8
const LINK = `${buttonVariants({ variant: 'outline' })} justify-self-start`

/** What came in, what is owed and to be decided, payouts, receipts, and the accountant's files. */
export default async function MoneyPage(props: PageProps<'/[locale]/admin/money'>) {
  const { proven } = await requireRole('/admin/money', 'owner')
  await connection() // the clock below is that of the request
  const now = new Date()
  const today = studioDate(now)
  const locale = toLocale(await rootLocale())
  const { month = monthOf(today) } = readQuery(moneyQuery, await props.searchParams)
  const [sums, todo, owed, documents, t] = await Promise.all([
    cameIn(now),
    toDecide(),
    owedToUs(),
    newestDocuments(RECEIPTS),
    getTranslations('admin.money'),
  ])
  const before = sameDayBefore(today)
  const dates = datesIn(locale)
  const day = (date: string) =>
    dates.dateTime(utcMidnight(date), { day: 'numeric', month: 'short', year: 'numeric' })
  return (
    <AdminMessages parts={['money', 'receipts', 'today', 'transfer']}>
      <div className="grid min-w-0 gap-8">
        <CameIn
          sums={sums}
          days={{
            today: longDate(today, locale),
            month: `${day(`${today.slice(0, 7)}-01`)} – ${day(today)}`,
            before: `${day(before.from)} – ${day(before.to)}`,
          }}
        />
        <div className="grid min-w-0 gap-8 lg:grid-cols-2">
          <MoneyPart id="money-decide" title={t('decide')}>
            {todo.rows.length > 0 ? (
              <TodoLines
                todo={todo.rows.slice(0, DECISIONS)}
                more={Math.max(0, todo.rows.length - DECISIONS) + todo.more}
                rest={pathIn(locale, '/admin/attention')}
              />
            ) : (
              <Nothing>{t('decided')}</Nothing>
            )}
            <Link href={pathIn(locale, '/admin/attention')} className={LINK}>
              {t('attention')}
            </Link>
          </MoneyPart>
          <MoneyPart id="money-owed" title={t('owed')}>
            <OwedTable label={t('owed')} owed={owed} />
          </MoneyPart>
        </div>
        <MoneyPart id="money-payouts" title={t('payouts.title')}>
          {proven ? (
            <Payouts now={now} />
          ) : (
            <ProveFirst text={t('prove')} action={t('proveAction')} />
          )}
        </MoneyPart>
        <Month month={month} locale={locale} />
        <MoneyPart id="money-receipts" title={t('receipts')}>
          {documents.length > 0 ? (
            <ReceiptList documents={documents} caption={t('receipts')} />
          ) : (
            <Nothing>{t('receiptsNone')}</Nothing>
          )}
          <Link href={pathIn(locale, '/admin/receipts')} className={LINK}>
            {t('receiptsAll')}
          </Link>
        </MoneyPart>
        <Over now={now} locale={locale} />
      </div>
    </AdminMessages>
  )
}

async function Payouts({ now }: { now: Date }) {
  const [payouts, { payout, availableAt, amountSen }, t, format] = await Promise.all([
    newestPayouts(PAYOUTS),
    nextPayout(now),
    getTranslations('admin.money.payouts'),
    getLocale().then(datesIn),
  ])
  const day = (at: Date) => format.dateTime(at, { day: 'numeric', month: 'long', year: 'numeric' })
  const next = payout
    ? t('nextOn', {
        amount: formatMoney(payout.amountSen, payout.currency),
        date: day(payout.arrivesAt),
      })
    : t('nextNone')
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-2">
        <div className="rounded-lg border border-line bg-card p-4">
          <dt className="text-sm text-muted">{t('balance')}</dt>
          <Suspense fallback={<dd aria-busy="true" className="h-12" />}>
            <Balance />
          </Suspense>
        </div>
        <div className="rounded-lg border border-line bg-card p-4">
          <dt className="text-sm text-muted">{t('next')}</dt>
          <dd className="figures font-medium">{next}</dd>
          {availableAt && (
            <dd className="figures text-sm text-muted">
              {t('nextAvailable', { amount: formatRM(amountSen), date: day(availableAt) })}
            </dd>
          )}
        </div>
      </dl>
      <PayoutList payouts={payouts.rows} />
      <AndMore count={payouts.more} />
    </>
  )
}

async function Balance() {
  const [balance, t] = [await stripeBalance(), await getTranslations('admin.money.payouts')]
  if (!balance) return <dd className="text-sm">{t('away')}</dd>
  return (
    <>
      <dd className="flex justify-between gap-3 text-sm">
        <span>{t('available')}</span>
        <span className="figures font-medium">{formatRM(balance.availableSen)}</span>
      </dd>
      <dd className="flex justify-between gap-3 text-sm">
        <span>{t('pending')}</span>
        <span className="figures font-medium">{formatRM(balance.pendingSen)}</span>
      </dd>
    </>
  )
}

/** The tables and the accountant's files of one month. */
async function Month({ month, locale }: { month: string; locale: Locale }) {
  const [services, methods, t] = await Promise.all([
    byService(month, locale),
    byMethod(month),
    getTranslations('admin.money'),
  ])
  const files = [
    ['csv', `/api/admin/receipts/export?month=${month}`],
    ['payoutsCsv', `/api/admin/payouts/export?month=${month}`],
    ['archive', `/api/admin/receipts/archive?month=${month}`],
  ] as const
  return (
    <>
      <Filters path={pathIn(locale, '/admin/money')} label={t('filters')}>
        <FilterMonth id="money-month" name="month" label={t('month')} value={month} />
      </Filters>
      <div className="grid min-w-0 gap-8 lg:grid-cols-2">
        <MoneyPart id="money-services" title={t('byService')}>
          <SumTable
            label={t('byService')}
            of={t('columns.service')}
            rows={services.map(({ sold, name, ...came }) => ({
              ...came,
              key: `${sold} ${name}`,
              name: name ?? t(sold === 'edit' ? 'edit' : 'other'),
            }))}
          />
        </MoneyPart>
        <MoneyPart id="money-methods" title={t('byMethod')}>
          <SumTable
            label={t('byMethod')}
            of={t('columns.method')}
            rows={methods.map(({ method, ...came }) => ({
              ...came,
              key: method,
              name: <MethodName method={method} />,
            }))}
          />
        </MoneyPart>
      </div>
      <MoneyPart id="money-accountant" title={t('accountant')} hint={t('accountantHint')}>
        <div className="flex flex-wrap gap-3">
          {files.map(([name, href]) => (
            <DownloadLink key={name} href={href} className={buttonVariants({ variant: 'outline' })}>
              <Download aria-hidden="true" />
              <span>{t(name)}</span>
            </DownloadLink>
          ))}
        </div>
      </MoneyPart>
    </>
  )
}

/** How full the rooms were, and the year beside the one before. */
async function Over({ now, locale }: { now: Date; locale: Locale }) {
  const year = Number(studioDate(now).slice(0, 4))
  const [used, months, t] = await Promise.all([
    occupancy(now),
    byMonth(year),
    getTranslations('admin.money'),
  ])
  const named = (options: Intl.DateTimeFormatOptions) => {
    const dates = datesIn(locale)
    return (date: string) => dates.dateTime(utcMidnight(date), { timeZone: 'UTC', ...options })
  }
  const [weekday, monthName] = [named({ weekday: 'short' }), named({ month: 'long' })]
  return (
    <div className="grid min-w-0 gap-8 lg:grid-cols-2">
      <MoneyPart
        id="money-occupancy"
        title={t('occupancy')}
        hint={t('occupancyHint', {
          from: longDate(used.from, locale),
          to: longDate(used.to, locale),
        })}
      >
        <OccupancyTable
          label={t('occupancy')}
          occupancy={used}
          days={Array.from({ length: 7 }, (_, index) => weekday(addDays(used.from, index)))}
        />
      </MoneyPart>
      <MoneyPart id="money-months" title={t('byMonth')} hint={t('byMonthHint')}>
        <MonthTable
          label={t('byMonth')}
          year={year}
          rows={months.map(({ month, ...row }) => ({
            ...row,
            key: month,
            name: monthName(`${year}-${String(month).padStart(2, '0')}-01`),
          }))}
        />
      </MoneyPart>
    </div>
  )
}
