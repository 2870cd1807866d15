'use client'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { partOrNothing } from '@/components/ui/part'
import { Skeleton } from '@/components/ui/skeleton'
import { useTimesSeen } from '@/components/browser/seen-again'
import { fetchMe, watchMe } from './api'
import { wasSignedIn } from './hint'
import { SignOut } from './sign-out'
import type { Me } from './types'

const SignIn = dynamic(
  () => partOrNothing(() => import('./sign-in').then((module) => module.SignIn)),
  {
    ssr: false,
    loading: () => <Skeleton className="min-h-77 w-full sm:min-h-71 sm:w-96" />,
  },
)
const Card = dynamic(
  () => partOrNothing(() => import('./card').then((module) => module.MembershipCard)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-96" />,
  },
)
const Stranger = dynamic(
  () => partOrNothing(() => import('./not-a-member').then((module) => module.NotAMember)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-32" />,
  },
)

type State = Me | 'loading' | 'failed' | null

/**
 * Who is signed in, requested in the browser because the page is prerendered. Null and nobody look
 * the same.
 */
export function MemberArea() {
  const t = useTranslations('membership.member')
  const [state, setState] = useState<State>(null)
  const [signingIn, setSigningIn] = useState(false)
  const [stillOpen, setStillOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  const times = useTimesSeen()

  const ask = useCallback(async (): Promise<void> => {
    try {
      setState(await fetchMe())
    } catch {
      // What is shown stays. For a visitor who was never signed in here nothing is missing.
      setState((shown) => (isMe(shown) ? shown : wasSignedIn() ? 'failed' : null))
    }
  }, [])
  useEffect(() => {
    const start = setTimeout(() => {
      if (wasSignedIn()) setState((shown) => (isMe(shown) ? shown : 'loading'))
      void ask()
    })
    return () => clearTimeout(start)
  }, [ask])
  // A session may end unnoticed: on another device, or after its 30 days.
  const askAgain = useEffectEvent(() => {
    if (isMe(state) && state.email !== null) fetchMe().then(setState, () => undefined)
  })
  useEffect(() => {
    if (times > 0) askAgain()
  }, [times])

  const welcome = useCallback(async () => {
    await ask()
    setStillOpen(false)
    setSigningIn(false)
    section.current?.focus()
  }, [ask])
  useEffect(() => watchMe(() => void welcome()), [welcome])
  const leave = (me: Me, ended: boolean) => {
    setState(me)
    setStillOpen(!ended)
    section.current?.focus()
  }

  return (
    <section
      ref={section}
      id="member"
      tabIndex={-1}
      aria-label={t('title')}
      // As tall as the placeholder shown while the card loads, before this code has loaded; below a
      // member's card nothing comes into view before it.
      className={
        "wrap py-10 outline-none lg:py-14 in-[[data-member='1']]:min-h-dvh " +
        (state === null || state === 'loading'
          ? "in-[[data-member='0']]:min-h-116 lg:in-[[data-member='0']]:min-h-124"
          : '')
      }
    >
      {state === 'loading' && <Loading text={t('loading')} />}
      {state === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-4">
          <span>{t('card.failed.title')}</span>
          <Button variant="outline" onClick={() => void ask()}>
            {t('card.failed.again')}
          </Button>
        </p>
      )}
      {isMe(state) && state.membership && state.email && (
        <Card
          card={state.membership}
          email={state.email}
          onChanged={() => void welcome()}
          onSignedOut={leave}
        />
      )}
      {isMe(state) && !state.membership && state.email && (
        <Stranger
          email={state.email}
          begun={state.begun}
          onChanged={() => void welcome()}
          onSignedOut={leave}
        />
      )}
      {(state === null || (isMe(state) && !state.email)) && (
        <div
          className={
            'grid items-center gap-x-16 gap-y-6 rounded-lg border border-line bg-card p-5 ' +
            'sm:p-8 lg:grid-cols-[1fr_auto]'
          }
        >
          <div className="grid gap-1.5">
            <h2 className="text-xl">{t('title')}</h2>
            <p className="text-muted">{t('lead')}</p>
          </div>
          {stillOpen && (
            <Alert role="alert" className="lg:col-span-2 lg:row-start-1">
              <AlertTitle>{t('stillOpen.title')}</AlertTitle>
              <AlertDescription>
                <span>{`${t('stillOpen.text')} `}</span>
                <SignOut onSignedOut={leave} />
              </AlertDescription>
            </Alert>
          )}
          {signingIn ? (
            <SignIn onDone={() => void welcome()} />
          ) : (
            <Button variant="outline" size="lg" onClick={() => setSigningIn(true)}>
              {t('signIn')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const isMe = (state: State): state is Me => state !== null && typeof state === 'object'

const Loading = ({ text }: { text: string }) => (
  <div role="status">
    <span className="sr-only">{text}</span>
    <Skeleton className="h-96" />
  </div>
)
