'use client'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { partOrNothing, prepare } from '@/components/ui/part'
import { Skeleton } from '@/components/ui/skeleton'
import { Unbroken } from '@/components/ui/unbroken'
import type { TaxSetting } from '@/lib/settings/tax'
import { meChanged } from './api'
import type { Joined } from './join-form'

// The form library and the schema are loaded with the form, only for visitors who want to join.
const load = () => import('./join-form').then((module) => module.JoinForm)
const JoinForm = dynamic(() => partOrNothing(load), {
  ssr: false,
  loading: () => <Skeleton className="h-165 max-w-160 sm:h-91" />,
})
const SignIn = dynamic(
  () => partOrNothing(() => import('./sign-in').then((module) => module.SignIn)),
  {
    ssr: false,
    loading: () => <Skeleton className="min-h-77 w-full sm:min-h-71 sm:w-96" />,
  },
)

const onHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/**
 * The button that opens the join form, followed by the code that proves the email. A referral link
 * (?ref=CODE) and links to #join open it automatically.
 */
export function JoinPanel({ tax }: { tax: TaxSetting }) {
  const t = useTranslations('membership')
  // Read in the browser: the page is prerendered, one for all.
  const address = useSyncExternalStore(
    onHash,
    () => window.location.href,
    () => null,
  )
  const code = address === null ? null : new URL(address).searchParams.get('ref')
  const [chosen, choose] = useState<'open' | 'closed' | null>(null)
  const [proof, setProof] = useState<Joined['proof']>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen === 'closed') button.current?.focus() // The form had the focus.
  }, [chosen])

  const close = () => {
    setProof(null)
    choose('closed')
  }
  const joined = ({ proof: next }: Joined) => {
    if (next) return setProof(next)
    close()
    meChanged()
  }

  if (proof)
    return (
      <div data-code="" className="grid scroll-mt-3 gap-4 justify-self-start">
        <h3 className="text-xl">
          <Unbroken>{t('join.proof.title')}</Unbroken>
        </h3>
        <p className="text-muted">{t('join.proof.text')}</p>
        <SignIn
          start={proof}
          onDone={() => {
            close()
            meChanged()
          }}
        />
        <Button variant="link" className="justify-self-start" onClick={close}>
          {t('join.proof.later')}
        </Button>
      </div>
    )
  const isRequested = code !== null || address?.endsWith('#join')
  if (chosen === 'open' || (chosen === null && isRequested)) {
    return (
      <JoinForm
        code={code ?? ''}
        tax={tax}
        focus={chosen === 'open'}
        onClose={close}
        onJoined={joined}
      />
    )
  }
  return (
    <Button
      ref={button}
      size="lg"
      onPointerEnter={() => prepare(load)}
      onFocus={() => prepare(load)}
      onClick={() => choose('open')}
      className="self-start justify-self-start max-sm:w-full max-sm:px-4"
    >
      {t('joinNow')}
    </Button>
  )
}
