import { useTranslations } from 'next-intl'
import { cn } from '@/components/ui/cn'
import { TableCell, TableRow } from '@/components/ui/table'
import type { Occupancy } from '@/lib/admin/money/schema'
import { hourText } from '@/lib/time'
import { MoneyFigures, RowHead } from './parts'

const SHADES = ['', 'bg-tungsten/10', 'bg-tungsten/20', 'bg-tungsten/30', 'bg-tungsten/40']

/** How often each hour of the week was booked, in percent; the shade repeats the number. */
export function OccupancyTable({
  label,
  occupancy,
  days,
}: {
  label: string
  occupancy: Occupancy
  days: readonly string[]
}) {
  const t = useTranslations('admin.money')
  const { possible, hours, booked } = occupancy
  const percentOf = (count: number) => (possible > 0 ? Math.round((count / possible) * 100) : 0)
  return (
    <MoneyFigures
      label={label}
      columns={[{ name: t('columns.hour') }, ...days.map((name) => ({ name, isNumber: true }))]}
    >
      {hours.map((hour, index) => (
        <TableRow key={hour}>
          <RowHead>
            <span className="figures">{hourText(hour)}</span>
          </RowHead>
          {days.map((day, weekday) => {
            const percent = percentOf(booked[weekday]?.[index] ?? 0)
            return (
              <TableCell
                key={day}
                className={cn(
                  'figures text-right',
                  SHADES[Math.min(SHADES.length - 1, Math.ceil(percent / 25))],
                )}
              >
                {t('percent', { percent })}
              </TableCell>
            )
          })}
        </TableRow>
      ))}
    </MoneyFigures>
  )
}
