'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Confirm } from '../confirm'
import { useSave } from '../use-save'

/** That a member's email is not proven, and the owner's word that it was at the desk. */
export function EmailProof({ id, name, email }: { id: number; name: string; email: string }) {
  const t = useTranslations('admin.members.proof')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState(false)
  const prove = async () => {
    const result = await send('POST', `/api/memberships/${id}/proof`, {})
    setAsking(false)
    if (!result.ok) return
    succeeded(t('proved', { name }))
    refresh()
  }
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <Badge variant="outline">{t('unproven')}</Badge>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('proveOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('prove')}
      </Button>
      {asking && (
        <Confirm
          title={t('ask', { name, email })}
          text={t('askText')}
          action={t('prove')}
          pending={pending}
          confirm={() => void prove()}
          close={() => setAsking(false)}
        />
      )}
    </span>
  )
}
