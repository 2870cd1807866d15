'use client'
import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { useHoursPreview } from '@/components/admin/closings/preview'
import {
  CheckEntry,
  ChoiceEntry,
  EditorDialog,
  EditorForm,
  LongTextEntry,
  TextEntry,
  translatedFields,
  Translations,
  useEntryForm,
  withoutEmptyTranslations,
} from '@/components/admin/shared/form'
import { PictureEntry } from '@/components/admin/shared/picture-entry'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ROOM_STATES, roomBody, roomPatch, TURNAROUNDS, type AdminRoom } from '@/lib/rooms/schema'
import { DEFAULT_HOURS } from '@/lib/studio'
import { HOURS_FIELDS, HoursFields } from './groups'
import { SettingSection } from './section'

type Service = { id: number; name: string }
type Submit = { room: FormAction; newRoom: FormAction }
type Props = {
  rooms: readonly AdminRoom[]
  /** Those that can be sold in a room. */
  services: readonly Service[]
  /** How many bookings are still to come, by the id of their room. */
  ahead: Readonly<Record<number, number>>
  submit: Submit
}

/** The rooms of the house, in the order in which bookings are placed in them. */
export function RoomList({ rooms, services, ahead, submit }: Props) {
  const [t, form] = [useTranslations('admin.settings.rooms'), useTranslations('admin.form')]
  const { send, refresh, pending, succeeded } = useSave()
  const [open, setOpen] = useState<AdminRoom | 'new' | null>(null)
  const edited = open === 'new' || open === null ? undefined : open

  const move = async ({ id, updatedAt }: AdminRoom, position: number) => {
    const answer = await send('PATCH', `/api/rooms/${id}`, { position, version: updatedAt })
    if (answer.ok) succeeded(t('moved'))
    refresh()
  }
  return (
    <SettingSection id="setting-rooms" title={t('title')} hint={t('hint')}>
      <ul className="divide-y divide-line border-y border-line">
        {rooms.map((room, at) => (
          <li
            key={room.id}
            className={cn(
              'flex items-center justify-between gap-x-4 gap-y-1 py-2',
              rooms.length > 1 && 'flex-wrap',
            )}
          >
            <div className="grid min-w-0 gap-0.5 text-sm">
              <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                <span>{room.name}</span>
                {room.state !== 'offered' && (
                  <Badge variant="secondary">{t(`states.${room.state}`)}</Badge>
                )}
              </p>
              <p className="text-muted max-sm:line-clamp-2">{soldIn(room)}</p>
            </div>
            <div className="flex gap-1">
              {rooms.length > 1 && (
                <>
                  <Button
                    variant="ghost"
                    size="icon"
                    pending={pending}
                    disabled={at === 0}
                    aria-label={t('earlier', { name: room.name })}
                    onClick={() => void move(room, at)}
                  >
                    <ArrowUp aria-hidden="true" />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon"
                    pending={pending}
                    disabled={at === rooms.length - 1}
                    aria-label={t('later', { name: room.name })}
                    onClick={() => void move(room, at + 2)}
                  >
                    <ArrowDown aria-hidden="true" />
                  </Button>
                </>
              )}
              <Button
                variant="ghost"
                aria-label={`${form('edit')}: ${room.name}`}
                onClick={() => setOpen(room)}
              >
                <Pencil aria-hidden="true" />
                {form('edit')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button variant="outline" className="justify-self-start" onClick={() => setOpen('new')}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open !== null && (
        <EditorDialog
          title={edited ? t('editTitle', { name: edited.name }) : t('add')}
          close={() => setOpen(null)}
          className="max-w-2xl"
        >
          <RoomEditor
            room={edited}
            like={rooms[0]}
            services={services}
            ahead={edited ? (ahead[edited.id] ?? 0) : 0}
            submit={submit}
          />
        </EditorDialog>
      )}
    </SettingSection>
  )

  function soldIn({ serviceIds, turnaroundMinutes }: AdminRoom): string {
    const names = services.filter(({ id }) => serviceIds.includes(id)).map(({ name }) => name)
    return t('line', {
      services: names.join(', ') || t('noService'),
      turnaround: t('minutes', { minutes: turnaroundMinutes }),
    })
  }
}

const FIELDS = [
  'name',
  'description',
  'picture',
  'state',
  ...HOURS_FIELDS,
  'turnaroundMinutes',
  ...translatedFields(['name', 'description']),
]

type EditorProps = {
  /** Absent for a new one, which begins with what `like` has. */
  room: AdminRoom | undefined
  like: AdminRoom | undefined
  services: readonly Service[]
  ahead: number
  submit: Submit
}

/** The form of a room. */
function RoomEditor({ room, like, services, ahead, submit }: EditorProps) {
  const t = useTranslations('admin.settings.rooms')
  const known = room ?? like
  const bodyOf = ({ sold, turnaroundMinutes, ...typed }: FieldValues) => ({
    ...withoutEmptyTranslations(typed),
    turnaroundMinutes: Number(turnaroundMinutes),
    serviceIds: services
      .filter(({ id }) => (sold as Record<string, boolean> | undefined)?.[`s${id}`])
      .map(({ id }) => id),
  })
  const inside = useHoursPreview(room)
  return (
    <EditorForm
      {...(room
        ? {
            action: submit.room,
            params: { id: String(room.id) },
            schema: roomPatch,
            version: room.updatedAt,
          }
        : { action: submit.newRoom, schema: roomBody })}
      fields={FIELDS}
      body={bodyOf}
      refusedAt="form"
      saved={t(room ? 'saved' : 'added')}
      before={inside.before}
      save={inside.save}
    >
      <TextEntry name="name" label={t('name')} required defaultValue={room?.name ?? ''} />
      <LongTextEntry
        name="description"
        label={t('description')}
        rows={2}
        defaultValue={room?.description ?? ''}
      />
      <PictureEntry name="picture" label={t('picture')} initial={room?.picture ?? null} />
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceEntry
          name="state"
          label={t('state')}
          options={ROOM_STATES.map((state) => [state, t(`states.${state}`)] as const)}
          defaultValue={room?.state ?? 'offered'}
        />
        <ChoiceEntry
          name="turnaroundMinutes"
          label={t('turnaround')}
          hint={t('turnaroundHint')}
          options={TURNAROUNDS.map(
            (minutes) => [String(minutes), t('minutes', { minutes })] as const,
          )}
          defaultValue={known?.turnaroundMinutes ?? 0}
        />
      </div>
      {ahead > 0 && <StaysThere from={room?.state} count={ahead} />}
      <HoursFields hours={known?.hours ?? DEFAULT_HOURS} at="hours." />
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-semibold">{t('services')}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {services.map(({ id, name }) => (
            <CheckEntry
              key={id}
              name={`sold.s${id}`}
              label={name}
              defaultChecked={known?.serviceIds.includes(id) ?? false}
            />
          ))}
        </div>
      </fieldset>
      <Translations>
        {(locale) => (
          <>
            <TextEntry
              name={`translations.${locale}.name`}
              label={t('name')}
              defaultValue={room?.translations[locale]?.name ?? ''}
            />
            <LongTextEntry
              name={`translations.${locale}.description`}
              label={t('description')}
              rows={2}
              defaultValue={room?.translations[locale]?.description ?? ''}
            />
          </>
        )}
      </Translations>
      {inside.part}
    </EditorForm>
  )
}

/** That bookings stay in a room that is about to be hidden or retired. */
function StaysThere({ from, count }: { from: AdminRoom['state'] | undefined; count: number }) {
  const t = useTranslations('admin.settings.rooms')
  const state = useWatch({ control: useEntryForm().form.control, name: 'state' }) as unknown
  if (state === undefined || state === from || state === 'offered') return null
  return (
    <Alert role="status">
      <AlertDescription className="text-fg">{t('ahead', { count })}</AlertDescription>
    </Alert>
  )
}
