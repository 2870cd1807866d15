'use client'
import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import { ChoiceEntry, EditorDialog, EditorForm, TextEntry } from '@/components/admin/shared/form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import { useDates } from '@/components/dates'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { feedBody, type FeedLine } from '@/lib/admin/feeds/schema'
import { SettingSection } from './section'
import type { NamedRoom } from './some-rooms'

const WHEN = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

type Props = {
  feeds: readonly FeedLine[]
  rooms: readonly NamedRoom[]
  submit: FormAction
}

/** The calendars of elsewhere that block the rooms, each with its last reading. */
export function Feeds({ feeds, rooms, submit }: Props) {
  const t = useTranslations('admin.settings.feeds')
  const { send, refresh, pending, succeeded } = useSave()
  const [isOpen, setOpen] = useState(false)
  const [removing, setRemoving] = useState<FeedLine | null>(null)
  const readNow = async ({ id, name }: FeedLine) => {
    const answer = await send<{ read: boolean }>('POST', `/api/admin/feeds/${id}/reading`)
    if (answer.ok && answer.data.read) succeeded(t('readDone', { name }))
    refresh()
  }
  const remove = async ({ id }: FeedLine) => {
    const answer = await send('DELETE', `/api/admin/feeds/${id}`)
    setRemoving(null)
    if (answer.ok) succeeded(t('removed'))
    refresh()
  }
  return (
    <SettingSection
      id="setting-feeds"
      title={t('title')}
      hint={t('hint')}
      open={feeds.length > 0}
      action={
        <Button id="setting-feeds-add" variant="outline" onClick={() => setOpen(true)}>
          <Plus aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      {feeds.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {feeds.map((feed) => (
          <li key={feed.id} className="grid gap-2 py-3 text-sm">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <FeedFacts feed={feed} room={roomOf(feed)} />
              <div className="flex flex-wrap gap-1">
                <Button
                  variant="ghost"
                  pending={pending}
                  aria-label={t('readNowOf', { name: feed.name })}
                  onClick={() => void readNow(feed)}
                >
                  {t('readNow')}
                </Button>
                <Button
                  variant="ghost"
                  disabled={pending}
                  aria-label={t('removeOf', { name: feed.name })}
                  onClick={() => setRemoving(feed)}
                >
                  {t('remove')}
                </Button>
              </div>
            </div>
            <FeedFailure feed={feed} />
            {feed.empty && <FeedEmpty {...feed.empty} />}
          </li>
        ))}
      </ul>
      {isOpen && (
        <EditorDialog title={t('add')} close={() => setOpen(false)}>
          <EditorForm
            action={submit}
            schema={feedBody}
            fields={['name', 'address', 'roomId']}
            body={({ roomId, ...typed }) => ({
              ...typed,
              roomId: Number(rooms.length > 1 ? roomId : rooms[0]?.id),
            })}
            refusedAt="form"
            saved={t('added')}
          >
            <TextEntry name="name" label={t('name')} hint={t('nameHint')} required limit={40} />
            <TextEntry
              name="address"
              label={t('address')}
              hint={t('addressHint')}
              required
              inputMode="url"
              autoComplete="off"
            />
            {rooms.length > 1 && (
              <ChoiceEntry
                name="roomId"
                label={t('room')}
                defaultValue={String(rooms[0]?.id)}
                options={rooms.map(({ id, name }) => [String(id), name] as const)}
              />
            )}
          </EditorForm>
        </EditorDialog>
      )}
      {removing && (
        <Confirm
          title={t('question', { name: removing.name })}
          text={t('questionText')}
          action={t('remove')}
          pending={pending}
          confirm={() => void remove(removing)}
          close={() => setRemoving(null)}
        />
      )}
    </SettingSection>
  )

  function roomOf({ roomId }: FeedLine): string | null {
    return rooms.length > 1 ? (rooms.find(({ id }) => id === roomId)?.name ?? null) : null
  }
}

function FeedFacts({ feed, room }: { feed: FeedLine; room: string | null }) {
  const t = useTranslations('admin.settings.feeds')
  const format = useDates()
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="font-semibold wrap-anywhere">
        {room === null ? feed.name : `${feed.name} · ${room}`}
      </p>
      <p className="text-muted wrap-anywhere">
        {t('line', { host: feed.host, count: feed.times })}
      </p>
      <p className="figures text-muted">
        {feed.succeededAt === null
          ? t('neverRead')
          : t('read', { when: format.dateTime(new Date(feed.succeededAt), WHEN) })}
      </p>
    </div>
  )
}

function FeedEmpty({ since, until }: NonNullable<FeedLine['empty']>) {
  const t = useTranslations('admin.settings.feeds')
  const format = useDates()
  const at = (instant: string) => format.dateTime(new Date(instant), WHEN)
  return (
    <Alert role="status">
      <AlertDescription className="text-fg">
        {t('empty', { since: at(since), until: at(until) })}
      </AlertDescription>
    </Alert>
  )
}

function FeedFailure({ feed: { error, succeededAt } }: { feed: FeedLine }) {
  const t = useTranslations('admin.settings.feeds')
  const format = useDates()
  if (!error) return null
  const why = t(`errors.${error.why}`, { detail: error.detail ?? '' })
  return (
    <Alert variant="destructive" role="status">
      <AlertDescription className="text-fg">
        {succeededAt === null
          ? t('neverReadWhy', { why })
          : t('failing', { why, since: format.dateTime(new Date(error.since), WHEN) })}
      </AlertDescription>
    </Alert>
  )
}
