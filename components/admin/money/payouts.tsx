import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useDates } from '@/components/dates'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { TableCell, TableRow } from '@/components/ui/table'
import type { ListedPayout, Payout, ShownLine } from '@/lib/admin/money/schema'
import type { PayoutDifference } from '@/lib/admin/money/rules'
import { pathIn } from '@/lib/i18n/path'
import { formatMoney } from '@/lib/currencies'
import { STUDIO_ZONE } from '@/lib/time'
import { MethodName } from './method-name'
import { MoneyFigures, Nothing, NUMBER, MoneyPart, RowHead, ON_WIDE } from './parts'

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: STUDIO_ZONE } as const
const SHORT = { day: 'numeric', month: 'short', timeZone: STUDIO_ZONE } as const
const LINK = 'inline-flex min-h-11 items-center text-tungsten underline underline-offset-4'

const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

export function PayoutStatus({ status }: { status: string }) {
  const t = useTranslations('admin.money.payouts')
  const known = STATUSES.find((name) => name === status)
  return <span>{known ? t(`statuses.${known}`) : status}</span>
}

export function PayoutList({ payouts }: { payouts: readonly ListedPayout[] }) {
  const t = useTranslations('admin.money.payouts')
  const format = useDates()
  const locale = useLocale()
  if (payouts.length === 0) return <Nothing>{t('none')}</Nothing>
  return (
    <MoneyFigures
      label={t('title')}
      columns={[
        { name: t('columns.arrives') },
        { name: t('columns.status') },
        { name: t('columns.amount'), isNumber: true },
      ]}
    >
      {payouts.map(({ id, arrivesAt, status, amountSen, currency }) => (
        <TableRow key={id}>
          <RowHead>
            <Link href={pathIn(locale, `/admin/money/payouts/${id}`)} className={LINK}>
              {format.dateTime(arrivesAt, DAY)}
            </Link>
          </RowHead>
          <TableCell>
            <PayoutStatus status={status} />
          </TableCell>
          <TableCell className={NUMBER}>{formatMoney(amountSen, currency)}</TableCell>
        </TableRow>
      ))}
    </MoneyFigures>
  )
}

/** One payout: our own sum, each difference with its reason, and the lines it is made of. */
export function PayoutView({ payout }: { payout: Payout }) {
  const t = useTranslations('admin.money.payouts')
  const format = useDates()
  const locale = useLocale()
  const { lines, differences, oursSen, amountSen, currency, failure, itemised } = payout
  const of = (categories: readonly string[]) =>
    lines.filter(({ category }) => categories.includes(category))
  const payments = of(['charge'])
  const refunds = of(['refund', 'refund_failure'])
  const others = lines.filter((line) => !payments.includes(line) && !refunds.includes(line))
  return (
    <div className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <p className="text-lg font-semibold">
          <span>{t('of', { date: format.dateTime(payout.arrivesAt, DAY) })}</span>
          <span>{' · '}</span>
          <PayoutStatus status={payout.status} />
        </p>
        <Link href={pathIn(locale, '/admin/money')} className={LINK}>
          {t('back')}
        </Link>
      </div>
      {failure !== null && (
        <Alert variant="destructive">
          <AlertTitle>{t('failed')}</AlertTitle>
          <AlertDescription>{failure}</AlertDescription>
        </Alert>
      )}
      {!itemised && (
        <Alert>
          <AlertDescription>{t('notItemised')}</AlertDescription>
        </Alert>
      )}
      <MoneyPart id="payout-sums" title={t('sums')} hint={t('sumsHint')}>
        <MoneyFigures
          label={t('sums')}
          columns={[{ name: t('columns.what') }, { name: t('columns.amount'), isNumber: true }]}
        >
          <TableRow>
            <RowHead>{t('ours')}</RowHead>
            <TableCell className={NUMBER}>{formatMoney(oursSen, currency)}</TableCell>
          </TableRow>
          {differences.map((difference) => (
            <TableRow key={`${difference.reason} ${difference.lineId}`}>
              <RowHead>
                <DifferenceText difference={difference} lines={lines} />
              </RowHead>
              <TableCell className={NUMBER}>
                {formatMoney(difference.amountSen, currency)}
              </TableCell>
            </TableRow>
          ))}
          <TableRow>
            <RowHead>
              <strong className="font-semibold">{t('theirs')}</strong>
            </RowHead>
            <TableCell className={`${NUMBER} font-semibold`}>
              {formatMoney(amountSen, currency)}
            </TableCell>
          </TableRow>
        </MoneyFigures>
      </MoneyPart>
      <Lines id="payout-payments" title={t('payments')} lines={payments} currency={currency} />
      <Lines id="payout-refunds" title={t('refunds')} lines={refunds} currency={currency} />
      <Lines id="payout-others" title={t('others')} lines={others} currency={currency} />
    </div>
  )
}

function DifferenceText({
  difference: { reason, count, lineId, description },
  lines,
}: {
  difference: PayoutDifference
  lines: readonly ShownLine[]
}) {
  const t = useTranslations('admin.money.payouts')
  const line = lines.find(({ id }) => id === lineId)
  return (
    <>
      <span className="block">{t(`reasons.${reason}`, { count })}</span>
      {line && (line.paymentId !== null || description) && (
        <span className="block text-xs text-muted">
          {line.paymentId === null ? description : <About line={line} />}
        </span>
      )}
    </>
  )
}

/** What a line is about, as a link to it. */
function About({ line: { bookingId, orderId, name, category, description } }: { line: ShownLine }) {
  const t = useTranslations('admin.money.payouts')
  const receipts = useTranslations('admin.receipts')
  const locale = useLocale()
  const sale =
    bookingId !== null
      ? {
          path: `/admin/bookings/${bookingId}`,
          text: receipts('booking', { id: String(bookingId) }),
        }
      : orderId !== null
        ? {
            path: `/admin/orders?q=%23${orderId}`,
            text: receipts('order', { id: String(orderId) }),
          }
        : null
  if (!sale) return <span>{description || t('unknown', { category })}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Link href={pathIn(locale, sale.path)} className={LINK}>
        {sale.text}
      </Link>
      <span>{name}</span>
    </span>
  )
}

type Listed = { id: string; title: string; lines: readonly ShownLine[]; currency: string }

function Lines({ id, title, lines, currency }: Listed) {
  const t = useTranslations('admin.money.payouts')
  const format = useDates()
  if (lines.length === 0) return null
  return (
    <MoneyPart id={id} title={title}>
      <MoneyFigures
        label={title}
        columns={[
          { name: t('columns.what') },
          { name: t('columns.date'), wide: true },
          { name: t('columns.method'), wide: true },
          { name: t('columns.amount'), isNumber: true },
          { name: t('columns.fee'), isNumber: true },
          { name: t('columns.net'), isNumber: true, wide: true },
        ]}
      >
        {lines.map((line) => (
          <TableRow key={line.id}>
            <RowHead>
              <About line={line} />
              <span className="figures block text-xs text-muted sm:hidden">
                <span>{format.dateTime(line.createdAt, SHORT)}</span>
                {line.method && (
                  <>
                    <span>{' · '}</span>
                    <MethodName method={line.method} />
                  </>
                )}
              </span>
            </RowHead>
            <TableCell className={`figures whitespace-nowrap ${ON_WIDE}`}>
              {format.dateTime(line.createdAt, SHORT)}
            </TableCell>
            <TableCell className={ON_WIDE}>
              {line.method && <MethodName method={line.method} />}
            </TableCell>
            <TableCell className={NUMBER}>{formatMoney(line.amountSen, currency)}</TableCell>
            <TableCell className={NUMBER}>{formatMoney(line.feeSen, currency)}</TableCell>
            <TableCell className={`${NUMBER} ${ON_WIDE}`}>
              {formatMoney(line.netSen, currency)}
            </TableCell>
          </TableRow>
        ))}
      </MoneyFigures>
    </MoneyPart>
  )
}
