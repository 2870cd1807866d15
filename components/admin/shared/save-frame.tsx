'use client'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { SignInForm } from '@/components/admin/account/sign-in-form'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { TooltipProvider } from '@/components/ui/tooltip'

/** What every change in the console needs from the frame around it. */
type Saving = {
  /** Opens the sign-in dialog; true once somebody has signed in, false when it was closed. */
  signInAgain: () => Promise<boolean>
  words: { error: string; success: string; unreachable: string; failed: string; abandoned: string }
}

export const SaveContext = createContext<Saving | null>(null)

/**
 * Wraps everything in the console that saves: a session that ended in the middle of work is renewed
 * in a dialog over the page, which keeps its state. Needs the messages admin.save, admin.signIn and
 * errors.
 */
export function SaveFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('admin.save')
  const [open, setOpen] = useState(false)
  const waiting = useRef<((signedIn: boolean) => void)[]>([])

  const signInAgain = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setOpen(true)
      }),
    [],
  )
  const end = useCallback((signedIn: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(signedIn)
  }, [])
  const frame = useMemo(
    () => ({
      signInAgain,
      words: {
        error: t('error'),
        success: t('success'),
        unreachable: t('unreachable'),
        failed: t('failed'),
        abandoned: t('abandoned'),
      },
    }),
    [signInAgain, t],
  )
  return (
    <SaveContext value={frame}>
      <TooltipProvider>{children}</TooltipProvider>
      <Dialog open={open} onOpenChange={(next) => !next && end(false)}>
        <DialogContent closeLabel={t('close')} className="max-w-md">
          <DialogHeader>
            <DialogTitle>{t('signInTitle')}</DialogTitle>
            <DialogDescription>{t('signInText')}</DialogDescription>
          </DialogHeader>
          <SignInForm home="" onSignedIn={() => end(true)} />
        </DialogContent>
      </Dialog>
    </SaveContext>
  )
}
