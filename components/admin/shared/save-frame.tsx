'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { SaveContext } from '@/components/admin/shared/save-context'
import { prepareNotices } from '@/components/browser/notice'
import { lazyPart, part } from '@/components/ui/part'
import type { Way } from '@/lib/auth/rules'

// Loaded when something is asked: few pages of the console show a dialog at once.
const load = () => import('./question')
const SignInQuestion = lazyPart(() => load().then((module) => module.SignInQuestion))
const ProofQuestion = lazyPart(() => load().then((module) => module.ProofQuestion))

/** A dialog that many calls may wait for: all of them go on when it ends. */
function useQuestion<Asked>() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const waiting = useRef<((answered: boolean) => void)[]>([])
  const ask = useCallback(async (question: Asked) => {
    try {
      await part(load)
    } catch {
      return false // The page says that a part of its code is gone.
    }
    return new Promise<boolean>((resolve) => {
      waiting.current.push(resolve)
      setAsked(question)
    })
  }, [])
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
  // Before anything can be told, also that there is no connection.
  useEffect(() => {
    addEventListener('pointerdown', prepareNotices, { once: true })
    addEventListener('keydown', prepareNotices, { once: true })
    return () => {
      removeEventListener('pointerdown', prepareNotices)
      removeEventListener('keydown', prepareNotices)
    }
  }, [])
  return (
    <SaveContext value={frame}>
      <div className="contents">{children}</div>
      <Suspense fallback={null}>
        {isOver && <SignInQuestion end={endSignIn} />}
        {ways && <ProofQuestion ways={ways} end={endProof} />}
      </Suspense>
    </SaveContext>
  )
}
