'use client'
import { Pencil, Plus } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
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
import { RemoveButton } from '@/components/admin/shared/dialogs'
import type { FormAction } from '@/components/admin/shared/run-action'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { holidayBody, holidayPatch, type AdminHoliday } from '@/lib/settings/schema'
import { SettingSection } from './section'
import { roomNames, SomeRooms, withRoomIds, type NamedRoom } from './some-rooms'
import { utcMidnight } from '@/lib/time'

const DAY = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
} as const

type Submit = { holiday: FormAction; newHoliday: FormAction }
type Props = { holidays: AdminHoliday[]; rooms: readonly NamedRoom[]; submit: Submit }

/**
 * The future public holidays: added, edited and removed here. Opening hours follow from them
 * everywhere.
 */
export function Holidays({ holidays, rooms, submit }: Props) {
  const [t, form] = [useTranslations('admin.settings.holidays'), useTranslations('admin.form')]
  const format = useFormatter()
  const [open, setOpen] = useState<'new' | string | null>(null)
  const edited = holidays.find(({ date }) => date === open)
  const nameOf = (date: string) => format.dateTime(utcMidnight(date), DAY)
  return (
    <SettingSection
      id="holidays-title"
      title={t('title')}
      hint={t('hint')}
      action={
        <Button variant="outline" onClick={() => setOpen('new')}>
          <Plus aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {holidays.map((holiday) => (
          <li
            key={holiday.date}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <p className="grid gap-0.5 text-sm sm:grid-cols-[11rem_auto] sm:items-baseline">
              <span className="figures text-muted">{nameOf(holiday.date)}</span>
              <span className="wrap-anywhere">
                <span>{`${holiday.name} `}</span>
                {holiday.closed && <Badge variant="secondary">{t('closed')}</Badge>}
                <span> </span>
                {holiday.tentative && <Badge variant="secondary">{t('tentative')}</Badge>}
                <span className="block text-xs text-muted">
                  {[
                    ...Object.values(holiday.translations).map(({ name }) => name),
                    roomNames(holiday.roomIds, rooms),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </p>
            <div className="flex gap-1">
              <Button
                variant="ghost"
                aria-label={`${form('edit')}: ${holiday.name}, ${nameOf(holiday.date)}`}
                onClick={() => setOpen(holiday.date)}
              >
                <Pencil aria-hidden="true" />
                {form('edit')}
              </Button>
              <RemoveButton
                path={`/api/holidays/${holiday.date}`}
                version={holiday.updatedAt}
                name={`${holiday.name}, ${nameOf(holiday.date)}`}
                question={t('removeQuestion', { name: holiday.name, date: nameOf(holiday.date) })}
                removed={t('removed')}
              />
            </div>
          </li>
        ))}
      </ul>
      <EditorDialog
        title={edited ? t('editTitle', { date: nameOf(edited.date) }) : t('add')}
        open={open === 'new' || edited !== undefined}
        setOpen={(next) => !next && setOpen(null)}
      >
        <Editor
          {...(edited && { holiday: edited })}
          rooms={rooms}
          submit={submit}
          close={() => setOpen(null)}
        />
      </EditorDialog>
    </SettingSection>
  )
}

const FIELDS = ['date', 'name', 'closed', 'tentative', ...translatedFields(['name'])]

type EditorProps = {
  holiday?: AdminHoliday
  rooms: readonly NamedRoom[]
  submit: Submit
  close: () => void
}

function Editor({ holiday, rooms, submit, close }: EditorProps) {
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
      close={close}
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
