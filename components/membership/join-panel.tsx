'use client'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { Skeleton } from '@/components/ui/skeleton'
import type { FieldWords, JoinWords } from './words'

// The form library and the schema come with the form, for those who want to join.
const load = () => import('./join-form').then((module) => module.JoinForm)
const JoinForm = dynamic(load, { ssr: false, loading: () => <Skeleton className="h-112" /> })

const onHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/**
 * The button that opens the join form. A friend's link (?ref=CODE) and links to #join open it by
 * themselves.
 */
export function JoinPanel({
  words,
  faults,
  joinNow,
}: {
  words: JoinWords
  faults: FieldWords
  joinNow: string
}) {
  // Read in the browser: the page is prerendered, one for all.
  const address = useSyncExternalStore(
    onHash,
    () => window.location.href,
    () => null,
  )
  const code = address === null ? null : new URL(address).searchParams.get('ref')
  const [chosen, choose] = useState<'open' | 'closed' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen === 'closed') button.current?.focus() // the form took the focus with it
  }, [chosen])

  const asked = code !== null || address?.endsWith('#join')
  if (chosen === 'open' || (chosen === null && asked)) {
    return (
      <JoinForm
        words={words}
        faults={faults}
        code={code ?? ''}
        focus={chosen === 'open'}
        onClose={() => choose('closed')}
      />
    )
  }
  return (
    <button
      ref={button}
      type="button"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => choose('open')}
      className={`${buttonVariants({ size: 'lg' })} self-start justify-self-start max-sm:w-full max-sm:px-4`}
    >
      {joinNow}
    </button>
  )
}
