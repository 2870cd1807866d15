'use client'
import { Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSave } from '@/components/admin/shared/use-save'
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

type Props = {
  title: string
  text: string
  action: string
  pending: boolean
  confirm: () => void
  close: () => void
}

/** Confirms something that cannot be undone. Stays open until the server has answered. */
export function Confirm({ title, text, action, pending, confirm, close }: Props) {
  const t = useTranslations('admin.lists')
  return (
    <AlertDialog open onOpenChange={(open) => !open && !pending && close()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{text}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>{t('keep')}</AlertDialogCancel>
          <Button variant="destructive" pending={pending} onClick={confirm}>
            {action}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}

type RemoveButtonProps = {
  path: string
  version: string
  name: string
  question: string
  removed: string
}

/** Removes a row after confirmation; `name` identifies it for screen readers. */
export function RemoveButton({ path, version, name, question, removed }: RemoveButtonProps) {
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
