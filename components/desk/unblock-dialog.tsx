'use client'
import { useTranslations } from 'next-intl'
import { useSave } from '@/components/admin/use-save'
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
import type { Entry } from '@/lib/calendar/schema'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'

type Props = { entry: Entry; locale: Locale; onClose: () => void; onDone: () => void }

/** Asks before a block-out is taken away: this one, or with it those repeated after it. */
export function UnblockDialog({ entry, locale, onClose, onDone }: Props) {
  const t = useTranslations('admin.calendar')
  const { send, pending, succeeded } = useSave()
  const remove = async (scope: 'one' | 'following') => {
    const result = await send('DELETE', `/api/admin/blocks/${entry.id}?scope=${scope}`)
    if (!result.ok) return
    succeeded(t('unblock.done'))
    onDone()
  }
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
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
