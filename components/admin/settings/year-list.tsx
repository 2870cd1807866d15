'use client'
import { Pencil } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { RemoveButton } from '@/components/admin/shared/dialogs'
import { useDates } from '@/components/dates'
import { hoursText, seasonDates } from '@/components/hours'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import type { YearBlock } from '@/lib/closings/schema'
import type { AdminHoliday, StoredSeason } from '@/lib/settings/schema'
import { utcMidnight } from '@/lib/time'
import { roomNames, type NamedRoom } from './some-rooms'
import { kindOf, seasonsOf, type ClosedYear, type MarkKind } from './year-marks'
import { MarkSign } from './year-view'

const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/** What is to be edited, or removed after a question. */
export type Edited =
  | { kind: 'holiday'; date: string }
  | { kind: 'season'; index: number }
  | { kind: 'removal'; season: StoredSeason; dates: string }

type Props = ClosedYear & {
  rooms: readonly NamedRoom[]
  calendar: string
  more: boolean
  edit: (what: Edited) => void
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** All of a year that is closed or has other hours, in the order of its dates. */
export function YearList({ rooms, calendar, more, edit, ...about }: Props) {
  const t = useTranslations('admin.closedYear')
  const lines = [
    ...about.holidays.map((holiday) => ({
      ...{ key: `holiday-${holiday.date}`, date: holiday.date },
      line: <HolidayLine {...{ holiday, rooms, edit }} />,
    })),
    ...seasonsOf(about).map(({ season, index }) => ({
      ...{ key: `season-${index}`, date: season.from },
      line: <SeasonLine {...{ season, index, rooms, edit }} />,
    })),
    ...about.blocks.map((block) => ({
      ...{ key: `block-${block.id}`, date: block.days[0] ?? '' },
      line: <BlockLine {...{ block, rooms, calendar }} />,
    })),
  ].sort((a, b) => a.date.localeCompare(b.date))
  return (
    <section aria-labelledby="year-list" className="grid gap-2">
      <h3 id="year-list" className="text-base">
        {t('list')}
      </h3>
      {lines.length === 0 && <p className="text-sm text-muted">{t('empty')}</p>}
      {more && <p className="text-sm text-muted">{t('more', { count: about.blocks.length })}</p>}
      <ul className="max-h-[32rem] divide-y divide-line overflow-y-auto border-y border-line empty:hidden">
        {lines.map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

type LineProps = {
  kind: MarkKind
  dates: string
  name: string
  facts: readonly string[]
  note?: string | null
  children: Elements
}

function Line({ kind, dates, name, facts, note, children }: LineProps) {
  const t = useTranslations('admin.closedYear.kinds')
  return (
    <div className="grid gap-1 py-2 text-sm">
      <div className="flex items-start gap-2">
        <MarkSign kind={kind} />
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="font-semibold wrap-anywhere">{name}</span>
            {note && <Badge variant="secondary">{note}</Badge>}
          </p>
          <p className="figures text-muted">{dates}</p>
          <p className="text-muted wrap-anywhere">
            {[t(kind), ...facts].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-1">{children}</div>
    </div>
  )
}

type Editing = Pick<Props, 'rooms' | 'edit'>

function HolidayLine({ holiday, rooms, edit }: Editing & { holiday: AdminHoliday }) {
  const t = useTranslations('admin.settings.holidays')
  const date = useDates().dateTime(utcMidnight(holiday.date), DAY)
  const named = `${holiday.name}, ${date}`
  return (
    <Line
      kind={kindOf(holiday)}
      dates={date}
      name={holiday.name}
      note={holiday.tentative ? t('tentative') : null}
      facts={[
        ...Object.values(holiday.translations).map(({ name }) => name),
        roomNames(holiday.roomIds, rooms),
      ]}
    >
      <EditButton named={named} edit={() => edit({ kind: 'holiday', date: holiday.date })} />
      <RemoveButton
        path={`/api/holidays/${holiday.date}`}
        version={holiday.updatedAt}
        name={named}
        question={t('removeQuestion', { name: holiday.name, date })}
        removed={t('removed')}
      />
    </Line>
  )
}

type SeasonProps = Editing & { season: StoredSeason; index: number }

function SeasonLine({ season, index, rooms, edit }: SeasonProps) {
  const [t, form] = [useTranslations('admin.settings.seasons'), useTranslations('admin.form')]
  const common = useTranslations('common')
  const format = useDates()
  const dates = seasonDates(format, (days) => common('dateRange', days), season)
  const named = `${season.name}, ${dates}`
  const hours = {
    weekdays: hoursText(season.weekday),
    weekends: hoursText(season.weekend),
  }
  return (
    <Line
      kind="season"
      dates={dates}
      name={season.name}
      facts={[t('hours', hours), roomNames(season.roomIds, rooms)]}
    >
      <EditButton named={named} edit={() => edit({ kind: 'season', index })} />
      <Button
        variant="ghost"
        aria-label={`${form('delete')}: ${named}`}
        onClick={() => edit({ kind: 'removal', season, dates })}
      >
        {form('delete')}
      </Button>
    </Line>
  )
}

type BlockProps = Pick<Props, 'rooms' | 'calendar'> & { block: YearBlock }

function BlockLine({ block, rooms, calendar }: BlockProps) {
  const t = useTranslations('admin.closedYear')
  const words = useTranslations('admin.calendar')
  const common = useTranslations('common')
  const format = useDates()
  const [from = '', to = from] = [block.days[0], block.days.at(-1)]
  const day = (date: string) => format.dateTime(utcMidnight(date), DAY)
  const isWhole = block.fromMinute === 0 && block.toMinute === 24 * 60
  const room = rooms.find(({ id }) => id === block.roomId)
  const query = new URLSearchParams({
    view: 'day',
    date: from,
    ...(room && { room: String(room.id) }),
  })
  return (
    <Line
      kind="block"
      dates={from === to ? day(from) : common('dateRange', { from: day(from), to: day(to) })}
      name={block.reason ?? words('block')}
      facts={[
        isWhole ? t('wholeDay') : `${clock(block.fromMinute)}–${clock(block.toMinute)}`,
        block.repeats === 'weekly' || block.repeats === 'yearly'
          ? words(`blockForm.${block.repeats}`)
          : '',
        block.days.length > 1 ? t('days', { count: block.days.length }) : '',
        room && rooms.length > 1 ? room.name : '',
      ]}
    >
      <Link
        href={`${calendar}?${query}`}
        prefetch={false}
        className={buttonVariants({ variant: 'ghost' })}
      >
        {t('inCalendar')}
      </Link>
    </Line>
  )
}

function EditButton({ named, edit }: { named: string; edit: () => void }) {
  const form = useTranslations('admin.form')
  return (
    <Button variant="ghost" aria-label={`${form('edit')}: ${named}`} onClick={edit}>
      <Pencil aria-hidden="true" />
      {form('edit')}
    </Button>
  )
}
