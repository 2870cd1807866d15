'use client'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { leaveTo, type Scope, signOutAdmin } from './sign-out'

type Props = {
  username: string
  /** The login page in the page's language. */
  exit: string
}

/** Who is signed in, and the sign-out buttons: on this device, or on every device. */
export function AccountMenu({ username, exit }: Props) {
  const t = useTranslations('admin.session')
  const [pending, setPending] = useState<Scope | null>(null)

  const leave = async (scope: Scope) => {
    setPending(scope)
    leaveTo(await signOutAdmin(exit, scope))
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
      <p className="w-full text-sm text-muted sm:w-auto">{t('signedInAs', { username })}</p>
      <Button
        variant="outline"
        size="sm"
        pending={pending === 'here'}
        disabled={pending === 'everywhere'}
        onClick={() => leave('here')}
      >
        <LogOut aria-hidden="true" />
        {t('signOut')}
      </Button>
      <Button
        variant="link"
        size="sm"
        pending={pending === 'everywhere'}
        disabled={pending === 'here'}
        onClick={() => leave('everywhere')}
      >
        {t('everywhere')}
      </Button>
    </div>
  )
}
