'use client'
import { Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { BlockDialog } from '@/components/admin/calendar/block-dialogs'
import type { FormAction } from '@/components/admin/shared/run-action'
import { Button } from '@/components/ui/button'
import type { AdminSettings } from '@/lib/settings/schema'
import type { WeekHours } from '@/lib/studio'
import { YearList, type Edited } from './year-list'
import { HolidayDialog, type HolidaySubmit } from './holidays'
import { SeasonDialog, SeasonRemoval } from './seasons'
import type { NamedRoom } from './some-rooms'
import { firstDay, marksOf, type ClosedYear } from './year-marks'
import { YearView } from './year-view'

type Props = Omit<ClosedYear, 'periods'> & {
  today: string
  /** Blocks of the year are left out of the list. */
  more: boolean
  seasons: AdminSettings['seasons']
  usual: WeekHours
  rooms: readonly NamedRoom[]
  /** The address of the calendar. */
  calendar: string
  submit: HolidaySubmit & { season: FormAction; block: FormAction }
}

type Opened = Edited | { kind: 'block'; date: string } | { kind: 'newHoliday' } | null

/** Holidays, blocks and seasons in one year, beside the list of them, and what changes them. */
export function ClosedDays({
  today,
  more,
  seasons,
  usual,
  rooms,
  calendar,
  submit,
  ...year
}: Props) {
  const t = useTranslations('admin.settings')
  const words = useTranslations('admin.closedYear')
  const block = useTranslations('admin.calendar')('block')
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const { periods, version } = seasons
  const about = { ...year, periods }
  const begin = today.startsWith(`${year.year}-`) ? today : firstDay(year.year)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-3">
        <YearView
          year={year.year}
          today={today}
          marks={marksOf(about, block)}
          choose={(date) => setOpened({ kind: 'block', date })}
        />
        <p className="text-sm text-muted">{words('press')}</p>
      </div>
      <div className="grid gap-4">
        <Button
          id="setting-blocks"
          className="justify-self-start"
          onClick={() => setOpened({ kind: 'block', date: begin })}
        >
          <Lock aria-hidden="true" />
          {t('blocks.close')}
        </Button>
        <YearList
          {...about}
          {...{ rooms, calendar, more }}
          edit={setOpened}
          add={{
            holidays: () => setOpened({ kind: 'newHoliday' }),
            seasons: () => setOpened({ kind: 'season', index: periods.length }),
          }}
        />
      </div>
      {opened?.kind === 'block' && (
        <BlockDialog
          date={opened.date}
          rooms={rooms}
          wholeDay
          submit={submit.block}
          close={close}
        />
      )}
      {(opened?.kind === 'newHoliday' || opened?.kind === 'holiday') && (
        <HolidayDialog
          holiday={opened.kind === 'holiday' ? opened.holiday : undefined}
          rooms={rooms}
          submit={submit}
          close={close}
        />
      )}
      {opened?.kind === 'season' && (
        <SeasonDialog
          {...{ periods, version, usual, rooms, close }}
          index={opened.index}
          submit={submit.season}
        />
      )}
      {opened?.kind === 'removal' && (
        <SeasonRemoval
          {...{ periods, version, close }}
          season={opened.season}
          dates={opened.dates}
        />
      )}
    </div>
  )
}
