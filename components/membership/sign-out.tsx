'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { signOut } from './api'
import type { Me } from './types'

/** What signing out has come to: `ended` is false when the session may still be open. */
export type SignedOut = (me: Me, ended: boolean) => void

/** A member's way out: whatever the server says, nobody is shown any more. */
export function SignOut({ onSignedOut }: { onSignedOut: SignedOut }) {
  const t = useTranslations('membership.member')
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const { me, ended } = await signOut()
    setBusy(false)
    onSignedOut(me, ended)
  }
  return (
    <Button variant="link" className="min-h-11" pending={busy} onClick={() => void leave()}>
      {t('card.signOut')}
    </Button>
  )
}
