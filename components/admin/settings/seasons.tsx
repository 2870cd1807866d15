'use client'
import { useTranslations } from 'next-intl'
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
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'
import { SETTINGS, type StoredSeason } from '@/lib/settings/schema'
import type { WeekHours } from '@/lib/studio'
import { HoursFields } from './groups'
import { SomeRooms, withRoomIds, type NamedRoom } from './some-rooms'

type Props = {
  /** The index of the edited season; the length of the list for a new one. */
  index: number
  periods: readonly StoredSeason[]
  usual: WeekHours
  rooms: readonly NamedRoom[]
  version: string | null
  submit: FormAction
  close: () => void
}

/**
 * Adds a season with hours of its own or changes one. They are stored as one list, so that it never
 * contains two that overlap; the whole list is sent with this one changed.
 */
export function SeasonDialog(now: Props) {
  const t = useTranslations('admin.settings.seasons')
  // As it was opened: a season has another index when one before it was removed meanwhile.
  const [props] = useState(now)
  const edited = props.periods[props.index]
  return (
    <EditorDialog
      title={edited ? t('editTitle', { name: edited.name }) : t('add')}
      close={props.close}
    >
      <Editor {...props} />
    </EditorDialog>
  )
}

type RemovalProps = Pick<Props, 'periods' | 'version' | 'close'> & {
  season: StoredSeason
  /** Its days, in words. */
  dates: string
}

/** Asks, then sends the list without the season. */
export function SeasonRemoval({ season, dates, close, ...now }: RemovalProps) {
  const t = useTranslations('admin.settings.seasons')
  const form = useTranslations('admin.form')
  const { send, refresh, pending, succeeded } = useSave()
  // As it was asked: in a list that was read again no season is this one.
  const [{ periods, version }] = useState(now)
  const remove = async () => {
    const answer = await send('PATCH', '/api/settings/seasons', {
      periods: periods.filter((other) => other !== season),
      ...(version !== null && { version }),
    })
    close()
    if (!answer.ok) return
    succeeded(t('removed'))
    refresh()
  }
  return (
    <Confirm
      title={t('removeTitle', { name: season.name })}
      text={t('removeQuestion', { dates })}
      action={form('delete')}
      pending={pending}
      confirm={() => void remove()}
      close={close}
    />
  )
}

function Editor({ index, periods, usual, rooms, version, submit }: Props) {
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
