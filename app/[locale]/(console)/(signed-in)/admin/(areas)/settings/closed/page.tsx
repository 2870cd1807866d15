import { ChevronLeft, ChevronRight } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { locale as rootLocale } from 'next/root-params'
import { ClosedDays } from '@/components/admin/settings/closed-days'
import { SettingsPage } from '@/components/admin/settings/settings-page'
import { buttonVariants } from '@/components/ui/button-variants'
import { requireRole } from '@/lib/auth/page-guards'
import { blocksOfYear } from '@/lib/closings/year/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { roomsForAdmin } from '@/lib/rooms/queries'
import { holidaysForAdmin, settingsForAdmin } from '@/lib/settings/queries'
import { DEFAULT_HOURS } from '@/lib/studio'
import { FIRST_DATE, LAST_DATE, studioDate } from '@/lib/time'
import { submitBlock } from '../../calendar/actions'
import { submitHoliday, submitNewHoliday, submitSetting } from '../actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

const [FIRST_YEAR, LAST_YEAR] = [FIRST_DATE, LAST_DATE].map((date) => Number(date.slice(0, 4))) as [
  number,
  number,
]

type Props = PageProps<'/[locale]/admin/settings/closed'>

/** Holidays, blocks and seasons of a year: `?year=2027`. */
export default async function ClosedDaysPage({ searchParams }: Props) {
  await requireRole('/admin/settings/closed', 'manager')
  const { year: asked } = await searchParams
  const today = studioDate(new Date())
  const year = yearOf(asked) ?? Number(today.slice(0, 4))
  const [t, locale, settings, rooms, holidays, blocks] = [
    await getTranslations('admin.closedYear'),
    toLocale(await rootLocale()),
    await settingsForAdmin(),
    await roomsForAdmin(),
    await holidaysForAdmin(`${year}-01-01`, `${year}-12-31`),
    await blocksOfYear(year),
  ]
  const path = pathIn(locale, '/admin/settings/closed')
  const to = (other: number, Icon: typeof ChevronLeft, name: 'previous' | 'next') =>
    FIRST_YEAR <= other && other <= LAST_YEAR ? (
      <Link
        href={`${path}?year=${other}`}
        prefetch={false}
        scroll={false}
        aria-label={t(name, { year: String(other) })}
        className={`${buttonVariants({ variant: 'outline' })} px-3`}
      >
        <Icon aria-hidden="true" />
      </Link>
    ) : null
  return (
    <SettingsPage page="closed">
      <div className="flex flex-wrap items-center gap-2">
        {to(year - 1, ChevronLeft, 'previous')}
        <p className="figures px-2 font-semibold">{String(year)}</p>
        {to(year + 1, ChevronRight, 'next')}
        {!today.startsWith(`${year}-`) && (
          <Link
            href={path}
            prefetch={false}
            scroll={false}
            className={buttonVariants({ variant: 'ghost' })}
          >
            {t('thisYear')}
          </Link>
        )}
      </div>
      <ClosedDays
        key={year}
        {...{ year, today, holidays, rooms }}
        {...blocks}
        seasons={settings.seasons}
        usual={rooms[0]?.hours ?? DEFAULT_HOURS}
        calendar={pathIn(locale, '/admin/calendar')}
        submit={{
          holiday: submitHoliday,
          newHoliday: submitNewHoliday,
          season: submitSetting,
          block: submitBlock,
        }}
      />
    </SettingsPage>
  )
}

const yearOf = (asked: string | string[] | undefined): number | null => {
  if (typeof asked !== 'string' || !/^\d{4}$/.test(asked)) return null
  const year = Number(asked)
  return FIRST_YEAR <= year && year <= LAST_YEAR ? year : null
}
