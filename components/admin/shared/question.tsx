'use client'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import type { Elements } from '@/components/ui/elements'
import { Skeleton } from '@/components/ui/skeleton'

type Props = {
  close: () => void
  title: string
  text: string
  children: Elements
}

/** A dialog over the page for what has to be answered before work goes on. */
export function Question({ close, title, text, children }: Props) {
  const t = useTranslations('admin.save')
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent closeLabel={t('close')} className="max-w-md">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        <Suspense fallback={<Skeleton className="h-44" />}>{children}</Suspense>
      </DialogContent>
    </Dialog>
  )
}
