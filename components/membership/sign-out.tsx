'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { notice } from '@/components/site/notice'
import { signOut } from './api'
import type { Me } from './types'
import type { MemberWords } from './words'

export function SignOut({
  words,
  onSignedOut,
}: {
  words: MemberWords
  onSignedOut: (me: Me) => void
}) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      onSignedOut(await signOut())
    } catch {
      setBusy(false)
      notice.error(words.code.failed.title, words.code.failed.text)
    }
  }
  return (
    <Button variant="link" className="min-h-11" pending={busy} onClick={() => void leave()}>
      {words.card.signOut}
    </Button>
  )
}
