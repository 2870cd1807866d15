import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { AndMore } from '@/components/admin/shared/and-more'
import { useDates } from '@/components/dates'
import { TableCell, TableRow } from '@/components/ui/table'
import type { Owed } from '@/lib/admin/money/schema'
import { pathIn } from '@/lib/i18n/path'
import { formatRM } from '@/lib/money'
import { STUDIO_ZONE } from '@/lib/time'
import { MoneyFigures, Nothing, NUMBER, RowHead } from './parts'

const WHEN = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: STUDIO_ZONE,
} as const
const SHOWN = 20

/** Who has not paid yet, the earliest session first, and the sum of all. */
export function OwedTable({ label, owed }: { label: string; owed: readonly Owed[] }) {
  const t = useTranslations('admin.money')
  const format = useDates()
  const locale = useLocale()
  if (owed.length === 0) return <Nothing>{t('owedNone')}</Nothing>
  return (
    <>
      <p className="figures text-sm">
        {t('owedSum', {
          count: owed.length,
          amount: formatRM(owed.reduce((sum, { owedSen }) => sum + owedSen, 0)),
        })}
      </p>
      <MoneyFigures
        label={label}
        columns={[
          { name: t('columns.name') },
          { name: t('columns.session') },
          { name: t('columns.owed'), isNumber: true },
        ]}
      >
        {owed.slice(0, SHOWN).map(({ id, name, startsAt, owedSen }) => (
          <TableRow key={id}>
            <RowHead>
              <Link
                href={pathIn(locale, `/admin/bookings/${id}`)}
                className="inline-flex min-h-11 items-center text-tungsten underline underline-offset-4"
              >
                {name}
              </Link>
            </RowHead>
            <TableCell className="figures sm:whitespace-nowrap">
              {format.dateTime(startsAt, WHEN)}
            </TableCell>
            <TableCell className={NUMBER}>{formatRM(owedSen)}</TableCell>
          </TableRow>
        ))}
      </MoneyFigures>
      <AndMore count={owed.length - SHOWN} />
    </>
  )
}
