'use client'
import { useTranslations } from 'next-intl'
import { useWatch, type FieldValues } from 'react-hook-form'
import {
  CheckEntry,
  ChoiceEntry,
  EntryForm,
  TextEntry,
  useEntry,
  useEntryForm,
} from '@/components/admin/shared/form'
import { useClosingPreview } from '@/components/admin/closings/preview'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useSave } from '@/components/admin/shared/use-save'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { blockBody, type Entry, REPETITIONS } from '@/lib/admin/calendar/schema'
import type { Locale } from '@/lib/i18n/routing'
import { hourText, longDate } from '@/lib/time'

type Props = {
  date: string
  /** Those of the house; a house with one has no choice. */
  rooms?: readonly { id: number; name: string }[]
  /** From when on, in which room, and when that closes: its end is chosen by one touch. */
  at?: { time: string; roomId: number; closes: number }
  /** Begins with whole days. */
  wholeDay?: boolean
  submit: FormAction
  close: () => void
}
const FIELDS = [
  ...['date', 'until', 'roomId', 'wholeDay', 'from', 'to'],
  ...['repeats', 'repeatsUntil', 'reason', 'visitorNote'],
]

/** What the form sends: hidden fields may still hold what was typed before. */
const blockOf = ({ from, to, repeats, repeatsUntil, roomId, ...typed }: FieldValues) => ({
  ...typed,
  ...(!typed.wholeDay && { from, to: to === '00:00' ? '24:00' : to }),
  repeats: repeats || null,
  ...(repeats && { repeatsUntil }),
  roomId: roomId ? Number(roomId) : null,
})

/** Blocks a room or all of them for a time or for whole days; what stands inside is shown first. */
export function BlockDialog({ date, rooms = [], at, wholeDay = false, submit, close }: Props) {
  const t = useTranslations('admin.calendar.blockForm')
  const words = useTranslations('admin.calendar.form')
  const inside = useClosingPreview((block) => ({ block }))
  const entry = useEntry({
    action: submit,
    schema: blockBody,
    fields: FIELDS,
    initial: { wholeDay },
    body: blockOf,
    before: inside.before,
    refusedAt: 'form',
    saved: t('made'),
    done: close,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && !entry.pending && close()}>
      <DialogContent closeLabel={words('close')}>
        <DialogHeader>
          <DialogTitle>{t('title')}</DialogTitle>
          <DialogDescription>{t('lead')}</DialogDescription>
        </DialogHeader>
        <EntryForm entry={entry}>
          <div className="dates items-end">
            <TextEntry
              name="date"
              label={words('date')}
              type="date"
              required
              defaultValue={date}
              clears="until"
            />
            <TextEntry name="until" label={t('until')} type="date" defaultValue="" />
          </div>
          {rooms.length > 1 && (
            <ChoiceEntry
              name="roomId"
              label={t('room')}
              empty={t('allRooms')}
              {...(at && { defaultValue: String(at.roomId) })}
              options={rooms.map(({ id, name }) => [String(id), name] as const)}
            />
          )}
          <CheckEntry name="wholeDay" label={t('wholeDay')} />
          <Times {...(at && { from: at.time })} />
          {at && <Ends from={at.time} closes={at.closes} />}
          <Repetition />
          <TextEntry name="reason" label={t('reason')} limit={200} />
          <TextEntry
            name="visitorNote"
            label={t('visitorNote')}
            hint={t('visitorNoteHint')}
            limit={200}
          />
          {inside.part}
          <DialogFooter className="sticky bottom-0 z-10 border-t border-line bg-card py-3">
            <Button variant="outline" disabled={entry.pending} onClick={close}>
              {words('close')}
            </Button>
            <Button type="submit" pending={entry.pending}>
              {inside.save ?? t('submit')}
            </Button>
          </DialogFooter>
        </EntryForm>
      </DialogContent>
    </Dialog>
  )
}

const useTyped = (name: string): unknown =>
  useWatch({ control: useEntryForm().form.control, name }) as unknown

/** From when to when; whole days need no times. */
function Times({ from }: { from?: string }) {
  const t = useTranslations('admin.calendar.blockForm')
  if (useTyped('wholeDay')) return null
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextEntry
        name="from"
        label={t('from')}
        type="time"
        required
        clears="to"
        {...(from !== undefined && { defaultValue: from })}
      />
      <TextEntry name="to" label={t('to')} hint={t('toHint')} type="time" required />
    </div>
  )
}

/** The whole hours until the room closes. */
function Ends({ from, closes }: { from: string; closes: number }) {
  const t = useTranslations('admin.calendar.blockForm')
  const { form } = useEntryForm()
  const to = useTyped('to')
  if (useTyped('wholeDay')) return null
  const begins = Number(from.slice(0, 2))
  return (
    <div role="group" aria-label={t('ends')} className="grid grid-cols-4 gap-2">
      {Array.from({ length: Math.max(0, closes - begins) }, (_, nth) => {
        const hour = begins + nth + 1
        const time = hourText(hour === 24 ? 0 : hour)
        return (
          <Button
            key={hour}
            variant={to === time ? 'default' : 'outline'}
            aria-pressed={to === time}
            className="figures px-0"
            onClick={() => {
              form.setValue('to', time, { shouldDirty: true })
              form.clearErrors('to')
            }}
          >
            {hourText(hour)}
          </Button>
        )
      })}
    </div>
  )
}

/** Once, or until a last day on which it begins. */
function Repetition() {
  const t = useTranslations('admin.calendar.blockForm')
  const repeats = useTyped('repeats')
  return (
    <div className="dates items-start">
      <ChoiceEntry
        name="repeats"
        label={t('repeats')}
        empty={t('once')}
        options={REPETITIONS.map((one) => [one, t(one)] as const)}
        clears="repeatsUntil"
      />
      {Boolean(repeats) && (
        <TextEntry
          name="repeatsUntil"
          label={t('repeatsUntil')}
          {...(repeats === 'yearly' && { hint: t('always') })}
          type="date"
          required={repeats === 'weekly'}
          defaultValue=""
        />
      )}
    </div>
  )
}

type UnblockDialogProps = { entry: Entry; locale: Locale; onClose: () => void; onDone: () => void }

/**
 * Confirms that a block is removed: the day that was pressed, all of its days, or these and the later
 * ones of its series.
 */
export function UnblockDialog({ entry, locale, onClose, onDone }: UnblockDialogProps) {
  const t = useTranslations('admin.calendar')
  const { send, pending, succeeded } = useSave()
  const words = useBlockWords()
  const days = entry.block?.days ?? 1
  const remove = async (scope: 'day' | 'one' | 'following') => {
    const query = new URLSearchParams({
      scope,
      ...(entry.began && { began: entry.began }),
      ...(scope === 'day' && { date: entry.date }),
    })
    const result = await send('DELETE', `/api/admin/blocks/${entry.id}?${query}`)
    if (!result.ok) return
    succeeded(t('unblock.done'))
    onDone()
  }
  if (entry.feed !== null) return <FeedBlock {...{ entry, locale, onClose }} feed={entry.feed} />
  return (
    <AlertDialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{t('unblock.title')}</AlertDialogTitle>
          <AlertDialogDescription>
            {words(entry, entry.reason ?? t('block'), locale)}
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>{t('unblock.keep')}</AlertDialogCancel>
          {entry.began && (
            <Button
              variant="destructive"
              pending={pending}
              onClick={() => void remove('following')}
            >
              {t('unblock.following', { days })}
            </Button>
          )}
          {days > 1 && (
            <Button variant="destructive" pending={pending} onClick={() => void remove('day')}>
              {t('unblock.day', { date: longDate(entry.date, locale) })}
            </Button>
          )}
          <Button variant="destructive" pending={pending} onClick={() => void remove('one')}>
            {entry.began
              ? t('unblock.one', { days })
              : days > 1
                ? t('unblock.all', { days })
                : t('removeBlock')}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}

/** All that a block is, of which an entry shows one day in one room. */
function useBlockWords() {
  const t = useTranslations('admin.calendar.unblock')
  return ({ date, from, to, block }: Entry, reason: string, locale: Locale): string => {
    const { first = date, last = date, days = 1, everyRoom = false } = block ?? {}
    const dates = [first, last].map((day) => longDate(day, locale))
    return [
      days > 1
        ? t('textDays', { reason, first: dates[0] ?? '', last: dates[1] ?? '', days, from, to })
        : t('text', { reason, date: dates[0] ?? '', from, to }),
      everyRoom && t('everyRoom'),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

type FeedBlockProps = Pick<UnblockDialogProps, 'entry' | 'locale' | 'onClose'> & { feed: string }

/** Where a block comes from that is opened elsewhere. */
function FeedBlock({ entry, feed, locale, onClose }: FeedBlockProps) {
  const t = useTranslations('admin.calendar.unblock')
  const words = useBlockWords()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent closeLabel={t('close')}>
        <DialogHeader>
          <DialogTitle>{t('feedTitle')}</DialogTitle>
          <DialogDescription>{words(entry, entry.reason ?? feed, locale)}</DialogDescription>
        </DialogHeader>
        <p className="text-sm">{t('feedText', { name: feed })}</p>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {t('close')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
