'use client'
import { MailCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { notice, prepareNotices } from '@/components/browser/notice'
import { sentenceOf } from '@/components/api'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Unbroken } from '@/components/ui/unbroken'
import { claimMembership } from './api'
import { SignOut, type SignedOut } from './sign-out'
import type { PendingMembership, Me } from './types'

type StrangerProps = {
  email: string
  begun: Me['begun']
  onChanged: () => void
  onSignedOut: SignedOut
}

/**
 * Signed in without a membership: what the proven email can be used for, and how to join. When a
 * membership was begun with this email elsewhere, whether it is theirs.
 */
export function NotAMember({ email, begun, onChanged, onSignedOut }: StrangerProps) {
  const t = useTranslations(`membership.member.${begun ? 'begun' : 'stranger'}`)
  const member = useTranslations('membership.member')
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-card p-5 sm:p-8">
      <h2 className="flex items-center gap-3 text-xl">
        <MailCheck aria-hidden="true" className="size-5 shrink-0 text-meter" />
        <Unbroken>{t('title')}</Unbroken>
      </h2>
      <p className="measure wrap-anywhere text-muted">{t('text', { email })}</p>
      {begun && <Begun begun={begun} onTaken={onChanged} />}
      <p className="flex flex-wrap items-center gap-3">
        <a href="#join" className={buttonVariants({ variant: begun ? 'outline' : 'default' })}>
          {begun ? member('begun.anew') : member('stranger.join')}
        </a>
        <SignOut onSignedOut={onSignedOut} />
      </p>
    </div>
  )
}

/**
 * The details of a membership begun with this email in another browser: by the reader, or by a
 * stranger who wants the referral reward.
 */
function Begun({ begun, onTaken }: { begun: PendingMembership; onTaken: () => void }) {
  const t = useTranslations('membership.member.begun')
  const failed = useTranslations('membership.member.code.failed')
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    prepareNotices()
    try {
      await claimMembership()
      onTaken()
    } catch (error) {
      notice.error(failed('title'), sentenceOf(error) ?? failed('text'))
    } finally {
      setBusy(false)
    }
  }
  const facts = [
    [t('name'), begun.customerName],
    [t('package'), begun.package],
    ...(begun.referredBy ? [[t('friend'), begun.referredBy]] : []),
  ]
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('question')}</p>
      <Button pending={busy} className="justify-self-start" onClick={() => void take()}>
        {t('take')}
      </Button>
    </>
  )
}
