'use client'
import { Pencil, Plus } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useClosingPreview } from '@/components/admin/closings/preview'
import { Confirm } from '@/components/admin/shared/dialogs'
import {
  EditorDialog,
  EditorForm,
  TextEntry,
  Translations,
  withoutEmptyTranslations,
} from '@/components/admin/shared/form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import { hoursText, seasonDates } from '@/components/hours'
import { Button } from '@/components/ui/button'
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'
import { SETTINGS, type AdminSettings, type StoredSeason } from '@/lib/settings/schema'
import type { WeekHours } from '@/lib/studio'
import { HoursFields } from './groups'
import { SettingSection } from './section'
import { roomNames, SomeRooms, withRoomIds, type NamedRoom } from './some-rooms'

type Props = {
  seasons: AdminSettings['seasons']
  usual: WeekHours
  rooms: readonly NamedRoom[]
  submit: FormAction
}

/**
 * The seasons with hours of their own. They are stored as one list, so that it never contains two
 * that overlap; each dialog sends the whole list with its own season changed.
 */
export function Seasons({ seasons: { periods, version }, usual, rooms, submit }: Props) {
  const t = useTranslations('admin.settings.seasons')
  const [form, common] = [useTranslations('admin.form'), useTranslations('common')]
  const format = useFormatter()
  const { send, refresh, pending, succeeded } = useSave()
  const [open, setOpen] = useState<number | null>(null)
  const [removing, setRemoving] = useState<StoredSeason | null>(null)
  const edited = open === null ? undefined : periods[open]
  const datesOf = (season: StoredSeason) =>
    seasonDates(format, (days) => common('dateRange', days), season)

  const remove = async (season: StoredSeason) => {
    const answer = await send('PATCH', '/api/settings/seasons', {
      periods: periods.filter((other) => other !== season),
      ...(version !== null && { version }),
    })
    setRemoving(null)
    if (!answer.ok) return
    succeeded(t('removed'))
    refresh()
  }
  return (
    <SettingSection id="setting-seasons" title={t('title')} hint={t('hint')}>
      {periods.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {periods.map((season, index) => (
            <li
              key={season.from}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <p className="grid gap-0.5 text-sm">
                <span className="font-semibold wrap-anywhere">{season.name}</span>
                <span className="figures text-muted">{datesOf(season)}</span>
                {roomNames(season.roomIds, rooms) !== '' && (
                  <span className="text-muted">{roomNames(season.roomIds, rooms)}</span>
                )}
                <span className="figures text-muted">
                  {t('hours', {
                    weekdays: hoursText(season.weekday),
                    weekends: hoursText(season.weekend),
                  })}
                </span>
              </p>
              <div className="flex gap-1">
                <Button
                  variant="ghost"
                  aria-label={`${form('edit')}: ${season.name}, ${datesOf(season)}`}
                  onClick={() => setOpen(index)}
                >
                  <Pencil aria-hidden="true" />
                  {form('edit')}
                </Button>
                <Button
                  variant="ghost"
                  aria-label={`${form('delete')}: ${season.name}, ${datesOf(season)}`}
                  onClick={() => setRemoving(season)}
                >
                  {form('delete')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="outline"
        className="justify-self-start"
        onClick={() => setOpen(periods.length)}
      >
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {removing && (
        <Confirm
          title={t('removeTitle', { name: removing.name })}
          text={t('removeQuestion', { dates: datesOf(removing) })}
          action={form('delete')}
          pending={pending}
          confirm={() => void remove(removing)}
          close={() => setRemoving(null)}
        />
      )}
      <EditorDialog
        title={edited ? t('editTitle', { name: edited.name }) : t('add')}
        open={open !== null}
        setOpen={(next) => !next && setOpen(null)}
      >
        {open !== null && (
          <Editor
            index={open}
            periods={periods}
            usual={usual}
            rooms={rooms}
            version={version}
            submit={submit}
            close={() => setOpen(null)}
          />
        )}
      </EditorDialog>
    </SettingSection>
  )
}

type EditorProps = {
  /** The index of the edited season; the length of the list for a new one. */
  index: number
  periods: readonly StoredSeason[]
  usual: WeekHours
  rooms: readonly NamedRoom[]
  version: string | null
  submit: FormAction
  close: () => void
}

function Editor({ index, periods, usual, rooms, version, submit, close }: EditorProps) {
  const t = useTranslations('admin.settings.seasons')
  const season = periods[index]
  // The server's schema is that of the whole list, so this season's errors have their index in the
  // path.
  const at = `periods.${index}`
  const listOf = (typed: FieldValues) => {
    const own = (typed.periods as FieldValues[] | undefined)?.[index] ?? {}
    const edited = withRoomIds(withoutEmptyTranslations(own), rooms, season?.roomIds)
    return { periods: periods.toSpliced(index, 1, edited as StoredSeason) }
  }
  const inside = useClosingPreview((sent) => ({ seasons: { periods: sent.periods as unknown } }))
  return (
    <EditorForm
      action={submit}
      params={{ key: 'seasons' }}
      schema={SETTINGS.seasons.body}
      {...(version !== null && { version })}
      fields={[
        ...['name', 'from', 'to'],
        ...['weekday.opens', 'weekday.closes', 'weekend.opens', 'weekend.closes'],
        ...TRANSLATED_LOCALES.map((locale) => `translations.${locale}.name`),
      ].map((field) => `${at}.${field}`)}
      body={listOf}
      before={inside.before}
      save={inside.save}
      saved={t('saved')}
      close={close}
    >
      <TextEntry
        name={`${at}.name`}
        label={t('name')}
        hint={t('nameHint')}
        required
        defaultValue={season?.name ?? ''}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextEntry
          name={`${at}.from`}
          type="date"
          label={t('from')}
          required
          defaultValue={season?.from ?? ''}
        />
        <TextEntry
          name={`${at}.to`}
          type="date"
          label={t('to')}
          required
          defaultValue={season?.to ?? ''}
        />
      </div>
      <HoursFields at={`${at}.`} hours={season ?? usual} />
      <SomeRooms at={`${at}.`} rooms={rooms} chosen={season?.roomIds} />
      <Translations>
        {(locale) => (
          <TextEntry
            name={`${at}.translations.${locale}.name`}
            label={t('name')}
            defaultValue={season?.translations[locale]?.name ?? ''}
          />
        )}
      </Translations>
      {inside.part}
    </EditorForm>
  )
}
