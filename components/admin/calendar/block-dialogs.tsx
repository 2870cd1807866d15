'use client'
import { useTranslations } from 'next-intl'
import { EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
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
import { blockBody, type Entry, MAX_REPEAT } from '@/lib/admin/calendar/schema'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'

type Props = { date: string; close: () => void }
const FIELDS = ['date', 'from', 'to', 'reason', 'weeks']

/**
 * Closes the room for a time, once or weekly. What is in the way is named by the server, and
 * nothing is saved then.
 */
export function BlockDialog({ date, close }: Props) {
  const t = useTranslations('admin.calendar.blockForm')
  const words = useTranslations('admin.calendar.form')
  const entry = useEntry({
    method: 'POST',
    path: '/api/admin/blocks',
    schema: blockBody,
    fields: FIELDS,
    body: (typed) => ({ ...typed, weeks: Number(typed.weeks) }),
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
          <TextEntry name="date" label={words('date')} type="date" required defaultValue={date} />
          <div className="grid grid-cols-2 gap-3">
            <TextEntry name="from" label={t('from')} type="time" required clears="to" />
            <TextEntry name="to" label={t('to')} type="time" required />
          </div>
          <TextEntry name="reason" label={t('reason')} required maxLength={200} />
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

type UnblockDialogProps = { entry: Entry; locale: Locale; onClose: () => void; onDone: () => void }

/** Asks before a block-out is taken away: this one, or with it those repeated after it. */
export function UnblockDialog({ entry, locale, onClose, onDone }: UnblockDialogProps) {
  const t = useTranslations('admin.calendar')
  const { send, pending, succeeded } = useSave()
  const remove = async (scope: 'one' | 'following') => {
    const result = await send('DELETE', `/api/admin/blocks/${entry.id}?scope=${scope}`)
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
          {entry.repeated && (
            <Button
              variant="destructive"
              pending={pending}
              onClick={() => void remove('following')}
            >
              {t('unblock.following')}
            </Button>
          )}
          <Button variant="destructive" pending={pending} onClick={() => void remove('one')}>
            {entry.repeated ? t('unblock.one') : t('removeBlock')}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
