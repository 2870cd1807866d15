'use client'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '@/components/ui/dialog'
import { EntryButtons, EntryForm } from './entry'
import { useEntry } from './use-entry'

type DialogProps = {
  title: string
  open: boolean
  setOpen: (open: boolean) => void
  trigger?: ReactNode
  className?: string
  children: ReactNode
}

/** The dialog in which something of the owner's is changed. */
export function EditorDialog({ title, open, setOpen, trigger, className, children }: DialogProps) {
  const t = useTranslations('admin.form')
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent closeLabel={t('close')} aria-describedby={undefined} className={className}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  )
}

type FormProps = Omit<Parameters<typeof useEntry>[0], 'done'> & {
  close: () => void
  children: ReactNode
}

/** Its form: once saved, the page shows what is true now and the dialog closes. */
export function EditorForm({ close, children, ...options }: FormProps) {
  const t = useTranslations('admin.form')
  const entry = useEntry({ ...options, done: close })
  return (
    <EntryForm entry={entry}>
      {children}
      <EntryButtons pending={entry.pending} save={t('save')}>
        <Button variant="ghost" onClick={close}>
          {t('cancel')}
        </Button>
      </EntryButtons>
    </EntryForm>
  )
}
