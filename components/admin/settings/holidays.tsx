'use client'
import { useTranslations } from 'next-intl'
import {
  EditorDialog,
  EditorForm,
  CheckEntry,
  TextEntry,
  Translations,
  translatedFields,
  withoutEmptyTranslations,
} from '@/components/admin/shared/form'
import { useClosingPreview } from '@/components/admin/closings/preview'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useDates } from '@/components/dates'
import { holidayBody, holidayPatch, type AdminHoliday } from '@/lib/settings/schema'
import { SomeRooms, withRoomIds, type NamedRoom } from './some-rooms'
import { utcMidnight } from '@/lib/time'

export type HolidaySubmit = { holiday: FormAction; newHoliday: FormAction }
const DAY = { dateStyle: 'full', timeZone: 'UTC' } as const
const FIELDS = ['date', 'name', 'closed', 'tentative', ...translatedFields(['name'])]

type Props = {
  /** Absent for a new one. */
  holiday?: AdminHoliday | undefined
  rooms: readonly NamedRoom[]
  submit: HolidaySubmit
  close: () => void
}

/** Adds a public holiday or changes one. Opening hours follow from them everywhere. */
export function HolidayDialog(props: Props) {
  const t = useTranslations('admin.settings.holidays')
  const format = useDates()
  const { holiday, close } = props
  return (
    <EditorDialog
      title={
        holiday
          ? t('editTitle', { date: format.dateTime(utcMidnight(holiday.date), DAY) })
          : t('add')
      }
      close={close}
    >
      <Editor {...props} />
    </EditorDialog>
  )
}

function Editor({ holiday, rooms, submit }: Props) {
  const t = useTranslations('admin.settings.holidays')
  const about = holiday
    ? {
        action: submit.holiday,
        params: { date: holiday.date },
        schema: holidayPatch,
        version: holiday.updatedAt,
        saved: t('updated'),
      }
    : { action: submit.newHoliday, schema: holidayBody, saved: t('added') }
  const inside = useClosingPreview((sent) => ({ holiday: { date: holiday?.date, ...sent } }))
  return (
    <EditorForm
      {...about}
      fields={FIELDS}
      body={(typed) => withRoomIds(withoutEmptyTranslations(typed), rooms, holiday?.roomIds)}
      before={inside.before}
      save={inside.save}
    >
      {!holiday && <TextEntry name="date" type="date" label={t('date')} required />}
      <TextEntry name="name" label={t('name')} required defaultValue={holiday?.name ?? ''} />
      <CheckEntry name="closed" label={t('closedLong')} defaultChecked={holiday?.closed ?? false} />
      <CheckEntry
        name="tentative"
        label={t('tentativeLong')}
        defaultChecked={holiday?.tentative ?? false}
      />
      <SomeRooms rooms={rooms} chosen={holiday?.roomIds} />
      <Translations>
        {(locale) => (
          <TextEntry
            name={`translations.${locale}.name`}
            label={t('name')}
            defaultValue={holiday?.translations[locale]?.name ?? ''}
          />
        )}
      </Translations>
      {inside.part}
    </EditorForm>
  )
}
