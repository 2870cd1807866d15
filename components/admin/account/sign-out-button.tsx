'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { leaveTo, signOutAdmin } from './sign-out'
import { useLeaveWhenIdle } from './use-leave-when-idle'

type Props = {
  label: string
  /** The login page in the page's language. */
  exit: string
  /** Signed in on a device of their own: the page is left later when nobody uses it. */
  trusted: boolean
}

/** For a page of the console without its frame, which is left as every other one. */
export function SignOutButton({ label, exit, trusted }: Props) {
  const [leaving, setLeaving] = useState(false)
  useLeaveWhenIdle(() => leaveTo(exit), { trusted })
  const leave = async () => {
    setLeaving(true)
    leaveTo(await signOutAdmin(exit, 'here'))
  }
  return (
    <Button variant="ghost" pending={leaving} onClick={() => void leave()}>
      {label}
    </Button>
  )
}
