'use client'
import { Pencil, Plus } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { RemoveButton } from '@/components/admin/shared/dialogs'
import { useDates } from '@/components/dates'
import { hoursText, seasonDates } from '@/components/hours'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import type { YearBlock } from '@/lib/closings/schema'
import { toLocale } from '@/lib/i18n/routing'
import type { AdminHoliday, StoredSeason } from '@/lib/settings/schema'
import { longDate, utcMidnight } from '@/lib/time'
import { roomNames, type NamedRoom } from './some-rooms'
import { kindOf, seasonsOf, type ClosedYear, type MarkKind } from './year-marks'
import { YearPart } from './year-part'
import { MarkSign } from './year-view'

const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/** What is to be edited, or removed after a question. */
export type Edited =
  | { kind: 'holiday'; holiday: AdminHoliday }
  | { kind: 'season'; index: number }
  | { kind: 'removal'; season: StoredSeason; dates: string }

type Props = ClosedYear & {
  rooms: readonly NamedRoom[]
  calendar: string
  more: boolean
  edit: (what: Edited) => void
  add: Record<'holidays' | 'seasons', () => void>
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** All of a year that is closed or has other hours: each kind in the order of its dates. */
export function YearList({ rooms, calendar, more, edit, add, ...about }: Props) {
  const t = useTranslations('admin.closedYear')
  const settings = useTranslations('admin.settings')
  const { holidays, blocks } = about
  const seasons = seasonsOf(about)
  const addButton = (part: 'holidays' | 'seasons') => (
    <Button
      id={`setting-${part}`}
      variant="outline"
      className="justify-self-start"
      onClick={add[part]}
    >
      <Plus aria-hidden="true" />
      <span>{settings(`${part}.add`)}</span>
    </Button>
  )
  return (
    <section aria-labelledby="year-list" className="grid gap-2">
      <h3 id="year-list" className="text-base">
        {t('list')}
      </h3>
      {holidays.length + seasons.length + blocks.length === 0 && (
        <p className="text-sm text-muted">{t('empty')}</p>
      )}
      <div className="border-t border-line">
        <YearPart part="blocks" count={blocks.length}>
          {more && <p className="text-sm text-muted">{t('more', { count: blocks.length })}</p>}
          <ul className={LINES}>
            {blocks.map((block) => (
              <li key={block.id}>
                <BlockLine {...{ block, rooms, calendar }} />
              </li>
            ))}
          </ul>
        </YearPart>
        <YearPart part="holidays" count={holidays.length}>
          {addButton('holidays')}
          <ul className={LINES}>
            {holidays.map((holiday) => (
              <li key={holiday.date}>
                <HolidayLine {...{ holiday, rooms, edit }} />
              </li>
            ))}
          </ul>
        </YearPart>
        <YearPart part="seasons" count={seasons.length}>
          {addButton('seasons')}
          <ul className={LINES}>
            {seasons.map(({ season, index }) => (
              <li key={index}>
                <SeasonLine {...{ season, index, rooms, edit }} />
              </li>
            ))}
          </ul>
        </YearPart>
      </div>
    </section>
  )
}

const LINES = 'divide-y divide-line empty:hidden lg:max-h-[32rem] lg:overflow-y-auto'

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
          <p className="figures text-muted wrap-anywhere">
            {[dates, t(kind), ...facts].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-1 pl-5">{children}</div>
    </div>
  )
}

type Editing = Pick<Props, 'rooms' | 'edit'>

function HolidayLine({ holiday, rooms, edit }: Editing & { holiday: AdminHoliday }) {
  const t = useTranslations('admin.settings.holidays')
  const locale = toLocale(useLocale())
  const date = useDates().dateTime(utcMidnight(holiday.date), DAY)
  const named = `${holiday.name}, ${date}`
  const inRooms = roomNames(holiday.roomIds, rooms)
  return (
    <Line
      kind={kindOf(holiday)}
      dates={date}
      name={holiday.name}
      note={holiday.tentative ? t('tentative') : null}
      facts={[...Object.values(holiday.translations).map(({ name }) => name), inRooms]}
    >
      <EditButton named={named} edit={() => edit({ kind: 'holiday', holiday })} />
      <RemoveButton
        path={`/api/holidays/${holiday.date}`}
        version={holiday.updatedAt}
        name={named}
        question={t('removeQuestion', {
          name: holiday.name,
          date: withRooms(longDate(holiday.date, locale), inRooms),
        })}
        removed={t('removed')}
      />
    </Line>
  )
}

/** Where it is not for every room, with those that it is for. */
const withRooms = (days: string, inRooms: string): string =>
  inRooms === '' ? days : `${days} (${inRooms})`

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
        onClick={() =>
          edit({
            ...{ kind: 'removal', season },
            dates: withRooms(dates, roomNames(season.roomIds, rooms)),
          })
        }
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
      <Link href={`${calendar}?${query}`} className={buttonVariants({ variant: 'ghost' })}>
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
