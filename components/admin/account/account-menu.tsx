'use client'
import { LogOut, UserRound } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { leaveTo, type Scope, signOutAdmin } from './sign-out'
import { useLeaveWhenIdle } from './use-leave-when-idle'

type Props = {
  username: string
  /** The login page in the page's language. */
  exit: string
  /** The account page, with password and two-step sign-in; null on that page itself. */
  account: string | null
  /** Whether two-step sign-in is on; when it is off the console shows a reminder. */
  secondStep: { on: boolean }
}

/** Who is signed in, and the sign-out buttons: on this device, or on every device. */
export function AccountMenu({ username, exit, account, secondStep }: Props) {
  const t = useTranslations('admin.session')
  const [pending, setPending] = useState<Scope | null>(null)

  useLeaveWhenIdle(() => leaveTo(exit))

  const leave = async (scope: Scope) => {
    setPending(scope)
    leaveTo(await signOutAdmin(exit, scope))
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
      <p className="w-full text-sm text-muted sm:w-auto">{t('signedInAs', { username })}</p>
      {account !== null && !secondStep.on && (
        <Link href={account} prefetch={false} className="text-sm text-tungsten underline">
          {t('secondStepOff')}
        </Link>
      )}
      {account !== null && (
        <Link
          href={account}
          prefetch={false}
          className={buttonVariants({ variant: 'ghost', size: 'sm' })}
        >
          <UserRound aria-hidden="true" />
          {t('account')}
        </Link>
      )}
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
