'use client'
import { Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSave } from '@/components/admin/use-save'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'

type Props = { path: string; version: string; name: string; question: string; removed: string }

/**
 * Removes a row after asking; `name` says which one to whoever cannot see where the button stands.
 */
export function RemoveButton({ path, version, name, question, removed }: Props) {
  const t = useTranslations('admin.form')
  const { send, refresh, pending, succeeded } = useSave()
  const remove = async () => {
    if (!(await send('DELETE', path, { version })).ok) return
    succeeded(removed)
    refresh()
  }
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button
          variant="ghost"
          pending={pending}
          aria-label={`${t('delete')}: ${name}`}
          className="text-onair-soft"
        >
          <Trash2 aria-hidden="true" />
          {t('delete')}
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{t('deleteTitle')}</AlertDialogTitle>
          <AlertDialogDescription>{question}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>{t('keep')}</AlertDialogCancel>
          <AlertDialogAction onClick={() => void remove()}>{t('delete')}</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
