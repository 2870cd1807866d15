import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { TableCell, TableRow } from '@/components/ui/table'
import { leftSen, type Came } from '@/lib/admin/money/rules'
import { formatRM } from '@/lib/money'
import { Bar, MoneyFigures, Nothing, NUMBER, RowHead, ON_WIDE } from './parts'

type Three = Record<'today' | 'month' | 'before', Came>

/** What came in, less what went back, before Stripe's fees. */
export function CameIn({ sums, days }: { sums: Three; days: Record<keyof Three, string> }) {
  const t = useTranslations('admin.money')
  return (
    <div className="grid gap-2">
      <dl className="grid gap-3 sm:grid-cols-3">
        {(['today', 'month', 'before'] as const).map((name) => (
          <div key={name} className="rounded-lg border border-line bg-card p-4">
            <dt className="text-sm text-muted">
              <span>{t(`came.${name}`)}</span>
              <span className="block text-xs">{days[name]}</span>
            </dt>
            <dd className="figures text-xl font-semibold">{formatRM(leftSen(sums[name]))}</dd>
            <dd className="figures text-xs text-muted">
              {t('came.parts', {
                came: formatRM(sums[name].cameSen),
                gone: formatRM(sums[name].goneSen),
              })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="measure text-xs text-muted">{t('came.hint')}</p>
    </div>
  )
}

type Row = Came & { key: string; name: ReactNode }

export function SumTable({ label, of, rows }: { label: string; of: string; rows: readonly Row[] }) {
  const t = useTranslations('admin.money')
  const most = Math.max(...rows.map(leftSen), 0)
  if (rows.length === 0) return <Nothing>{t('nothing')}</Nothing>
  return (
    <MoneyFigures
      label={label}
      columns={[
        { name: of },
        { name: t('columns.came'), isNumber: true, wide: true },
        { name: t('columns.gone'), isNumber: true, wide: true },
        { name: t('columns.left'), isNumber: true },
        { name: t('columns.share'), hidden: true, wide: true },
      ]}
    >
      {rows.map(({ key, name, ...row }) => (
        <TableRow key={key}>
          <RowHead>{name}</RowHead>
          <TableCell className={`${NUMBER} ${ON_WIDE}`}>{formatRM(row.cameSen)}</TableCell>
          <TableCell className={`${NUMBER} ${ON_WIDE}`}>{formatRM(row.goneSen)}</TableCell>
          <TableCell className="figures text-right sm:whitespace-nowrap">
            <span className="font-medium">{formatRM(leftSen(row))}</span>
            <span className="block text-xs text-muted sm:hidden">
              {t('came.parts', { came: formatRM(row.cameSen), gone: formatRM(row.goneSen) })}
            </span>
          </TableCell>
          <TableCell className={`w-1/4 ${ON_WIDE}`}>
            <Bar value={leftSen(row)} most={most} />
          </TableCell>
        </TableRow>
      ))}
    </MoneyFigures>
  )
}

type Month = { key: number; name: string; sen: number; beforeSen: number }

/** A year's months beside those of the year before. */
export function MonthTable({
  label,
  year,
  rows,
}: {
  label: string
  year: number
  rows: readonly Month[]
}) {
  const t = useTranslations('admin.money')
  const most = Math.max(...rows.flatMap(({ sen, beforeSen }) => [sen, beforeSen]), 0)
  return (
    <MoneyFigures
      label={label}
      columns={[
        { name: t('columns.month') },
        { name: String(year - 1), isNumber: true },
        { name: String(year), isNumber: true },
        { name: t('columns.share'), hidden: true, wide: true },
      ]}
    >
      {rows.map(({ key, name, sen, beforeSen }) => (
        <TableRow key={key}>
          <RowHead>{name}</RowHead>
          <TableCell className={`${NUMBER} text-muted`}>{formatRM(beforeSen)}</TableCell>
          <TableCell className={`${NUMBER} font-medium`}>{formatRM(sen)}</TableCell>
          <TableCell className={`w-1/3 ${ON_WIDE}`}>
            <Bar value={sen} most={most} />
          </TableCell>
        </TableRow>
      ))}
    </MoneyFigures>
  )
}
