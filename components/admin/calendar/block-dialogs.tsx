'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import {
  CheckEntry,
  EntryForm,
  TextEntry,
  useEntry,
  useEntryForm,
} from '@/components/admin/shared/form'
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
import { blockBody, type Entry, MAX_REPEAT, MAX_YEARS } from '@/lib/admin/calendar/schema'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'

type Props = { date: string; close: () => void }
const FIELDS = ['date', 'until', 'wholeDay', 'from', 'to', 'reason', 'weeks', 'years']

/**
 * Blocks the room for a time or for whole days, once, weekly or yearly. On a conflict the server
 * names it and nothing is saved.
 */
export function BlockDialog({ date, close }: Props) {
  const t = useTranslations('admin.calendar.blockForm')
  const words = useTranslations('admin.calendar.form')
  const entry = useEntry({
    method: 'POST',
    path: '/api/admin/blocks',
    schema: blockBody,
    fields: FIELDS,
    // The times are hidden for whole days, and may still hold what was typed before.
    body: ({ from, to, ...typed }) => ({
      ...typed,
      ...(!typed.wholeDay && { from, to }),
      weeks: Number(typed.weeks),
      years: Number(typed.years),
    }),
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
          <div className="grid grid-cols-2 items-end gap-3">
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
          <CheckEntry name="wholeDay" label={t('wholeDay')} />
          <Times />
          <TextEntry name="reason" label={t('reason')} limit={200} />
          <div className="grid grid-cols-2 items-end gap-3">
            <TextEntry
              name="weeks"
              label={t('weeks')}
              type="number"
              required
              min={1}
              max={MAX_REPEAT}
              inputMode="numeric"
              defaultValue={1}
            />
            <TextEntry
              name="years"
              label={t('years')}
              type="number"
              required
              min={1}
              max={MAX_YEARS}
              inputMode="numeric"
              defaultValue={1}
              clears="weeks"
            />
          </div>
          <DialogFooter>
            <Button variant="outline" disabled={entry.pending} onClick={close}>
              {words('close')}
            </Button>
            <Button type="submit" pending={entry.pending}>
              {t('submit')}
            </Button>
          </DialogFooter>
        </EntryForm>
      </DialogContent>
    </Dialog>
  )
}

/** From when to when; whole days need no times. */
function Times() {
  const t = useTranslations('admin.calendar.blockForm')
  const wholeDay = useWatch({ control: useEntryForm().form.control, name: 'wholeDay' })
  if (wholeDay) return null
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextEntry name="from" label={t('from')} type="time" required clears="to" />
      <TextEntry name="to" label={t('to')} type="time" required />
    </div>
  )
}

type UnblockDialogProps = { entry: Entry; locale: Locale; onClose: () => void; onDone: () => void }

/** Confirms that a block is removed: this one, or it and the later ones of its series. */
export function UnblockDialog({ entry, locale, onClose, onDone }: UnblockDialogProps) {
  const t = useTranslations('admin.calendar')
  const { send, pending, succeeded } = useSave()
  const remove = async (scope: 'one' | 'following') => {
    const result = await send(
      'DELETE',
      `/api/admin/blocks/${entry.id}?scope=${scope}${entry.began ? `&began=${entry.began}` : ''}`,
    )
    if (!result.ok) return
    succeeded(t('unblock.done'))
    onDone()
  }
  return (
    <AlertDialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{t('unblock.title')}</AlertDialogTitle>
          <AlertDialogDescription>
            {t('unblock.text', {
              reason: entry.reason ?? t('block'),
              date: longDate(entry.date, locale),
              from: entry.from,
              to: entry.to,
            })}
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
              {t('unblock.following')}
            </Button>
          )}
          <Button variant="destructive" pending={pending} onClick={() => void remove('one')}>
            {entry.began ? t('unblock.one') : t('removeBlock')}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
