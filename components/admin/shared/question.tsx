'use client'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import type { Way } from '@/lib/auth/rules'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import type { Elements } from '@/components/ui/elements'
import { lazyPart } from '@/components/ui/part'
import { Skeleton } from '@/components/ui/skeleton'

const SignInForm = lazyPart(() =>
  import('@/components/admin/account/sign-in-form').then(({ SignInForm }) => SignInForm),
)
const ProofForm = lazyPart(() =>
  import('@/components/admin/account/proof-form').then(({ ProofForm }) => ProofForm),
)

type Props = {
  close: () => void
  title: string
  text: string
  children: Elements
}

/** A dialog over the page for what has to be answered before work goes on. */
function Question({ close, title, text, children }: Props) {
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

type Asked = {
  /** Called with whether it was answered. */
  end: (answered: boolean) => void
}

export function SignInQuestion({ end }: Asked) {
  const t = useTranslations('admin.save')
  return (
    <Question close={() => end(false)} title={t('signInTitle')} text={t('signInText')}>
      <SignInForm home="" onSignedIn={() => end(true)} />
    </Question>
  )
}

export function ProofQuestion({ ways, end }: Asked & { ways: readonly Way[] }) {
  const t = useTranslations('admin.proof')
  return (
    <Question close={() => end(false)} title={t('title')} text={t('text')}>
      <ProofForm ways={ways} proven={() => end(true)} />
    </Question>
  )
}
