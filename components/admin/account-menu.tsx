'use client'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { signOut } from './session'

/** Leaves the admin: here, or on every device. `exit` is the login page in the page's language. */
export function AccountMenu({ username, exit }: { username: string; exit: string }) {
  const t = useTranslations('admin.session')
  const [pending, setPending] = useState<'here' | 'everywhere' | null>(null)

  const leave = async (scope: 'here' | 'everywhere') => {
    setPending(scope)
    // A whole new page load, so that nothing of the admin stays in the router's memory.
    if (await signOut(scope === 'everywhere')) return window.location.assign(exit)
    setPending(null)
    toast.error(t('failed'))
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
      <p className="w-full text-sm text-muted sm:w-auto">{t('signedInAs', { username })}</p>
      <Button variant="outline" size="sm" pending={pending === 'here'} disabled={pending === 'everywhere'} onClick={() => leave('here')}>
        <LogOut aria-hidden="true" />
        {t('signOut')}
      </Button>
      <Button variant="link" size="sm" pending={pending === 'everywhere'} disabled={pending === 'here'} onClick={() => leave('everywhere')}>
        {t('everywhere')}
      </Button>
    </div>
  )
}
