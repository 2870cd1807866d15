'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { signOut } from './api'
import type { Me } from './types'

/** The result of signing out: `ended` is false when the session may still be open. */
export type SignedOut = (me: Me, ended: boolean) => void

/**
 * The sign-out button of members: whatever the server answers, nobody is shown as signed in any
 * more.
 */
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
