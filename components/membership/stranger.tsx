'use client'
import { MailCheck } from 'lucide-react'
import { fill } from '@/components/site/fill'
import { buttonVariants } from '@/components/ui/button-variants'
import { Begun } from './begun'
import { SignOut } from './sign-out'
import type { Me } from './types'
import type { MemberWords } from './words'

/**
 * Signed in, no membership: what the proven email is good for, and the way to join. When one was
 * begun with this email elsewhere, whether it is theirs.
 */
export const Stranger = ({
  email,
  begun,
  words,
  onChanged,
  onSignedOut,
}: {
  email: string
  begun: Me['begun']
  words: MemberWords
  onChanged: () => void
  onSignedOut: (me: Me) => void
}) => (
  <div className="grid gap-4 rounded-lg border border-line bg-card p-5 sm:p-8">
    <h2 className="flex items-center gap-3 text-xl">
      <MailCheck aria-hidden="true" className="size-5 shrink-0 text-meter" />
      {begun ? words.begun.title : words.stranger.title}
    </h2>
    <p className="measure wrap-anywhere text-muted">
      {fill(begun ? words.begun.text : words.stranger.text, { email })}
    </p>
    {begun && (
      <Begun begun={begun} words={words.begun} failed={words.code.failed} onTaken={onChanged} />
    )}
    <p className="flex flex-wrap items-center gap-3">
      <a href="#join" className={buttonVariants({ variant: begun ? 'outline' : 'default' })}>
        {begun ? words.begun.anew : words.stranger.join}
      </a>
      <SignOut words={words} onSignedOut={onSignedOut} />
    </p>
  </div>
)
