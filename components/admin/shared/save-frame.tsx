'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { SaveContext } from '@/components/admin/shared/save-context'
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
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Way } from '@/lib/auth/rules'

const SignInForm = lazyPart(() =>
  import('@/components/admin/account/sign-in-form').then(({ SignInForm }) => SignInForm),
)
const ProofForm = lazyPart(() =>
  import('@/components/admin/account/proof-form').then(({ ProofForm }) => ProofForm),
)

/** A dialog that many calls may wait for: all of them go on when it ends. */
function useQuestion<Asked>() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const waiting = useRef<((answered: boolean) => void)[]>([])
  const ask = useCallback(
    (question: Asked) =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setAsked(question)
      }),
    [],
  )
  const end = useCallback((answered: boolean) => {
    setAsked(null)
    for (const resolve of waiting.current.splice(0)) resolve(answered)
  }, [])
  return { asked, ask, end }
}

/**
 * Wraps everything in the console that saves: a session that ended in the middle of work is renewed,
 * and a proof of identity given, in a dialog over the page, which keeps its state. Needs the messages
 * admin.save, admin.proof, admin.signIn and errors.
 */
export function SaveFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('admin.save')
  const proof = useTranslations('admin.proof')
  const { asked: isOver, ask: askSignIn, end: endSignIn } = useQuestion<true>()
  const { asked: ways, ask: prove, end: endProof } = useQuestion<readonly Way[]>()
  const frame = useMemo(
    () => ({
      signInAgain: () => askSignIn(true),
      prove,
      words: {
        error: t('error'),
        success: t('success'),
        unreachable: t('unreachable'),
        failed: t('failed'),
        abandoned: t('abandoned'),
      },
    }),
    [askSignIn, prove, t],
  )
  return (
    <SaveContext value={frame}>
      <TooltipProvider>{children}</TooltipProvider>
      <Question
        open={isOver === true}
        close={() => endSignIn(false)}
        title={t('signInTitle')}
        text={t('signInText')}
      >
        <SignInForm home="" onSignedIn={() => endSignIn(true)} />
      </Question>
      <Question
        open={ways !== null}
        close={() => endProof(false)}
        title={proof('title')}
        text={proof('text')}
      >
        <ProofForm ways={ways ?? []} proven={() => endProof(true)} />
      </Question>
    </SaveContext>
  )
}

type QuestionProps = {
  open: boolean
  close: () => void
  title: string
  text: string
  children: Elements
}

function Question({ open, close, title, text, children }: QuestionProps) {
  const t = useTranslations('admin.save')
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
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
