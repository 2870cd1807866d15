'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { TooltipProvider } from '@/components/ui/tooltip'
import { SaveContext } from './save-context'
import { SignInForm } from './sign-in-form'

/**
 * Around everything of the owner's that saves: a session that ended in the middle of work is
 * renewed in a dialog over the work, which stays as it was. Needs the messages admin.save,
 * admin.signIn and errors.
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
