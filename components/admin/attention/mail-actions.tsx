'use client'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useSave } from '../use-save'

/** Sends a failed mail again, or takes it off the list. */
export function MailActions({ id, recipient }: { id: number; recipient: string }) {
  const t = useTranslations('admin.attention.mails')
  const { send, refresh, pending, succeeded } = useSave()
  const act = async (method: 'POST' | 'DELETE', path: string, done: string) => {
    const result = await send(method, path)
    if (result.ok) succeeded(done)
    if (result.ok || result.status === 404) refresh()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="outline"
        pending={pending}
        aria-label={t('resendTo', { recipient })}
        onClick={() =>
          void act('POST', `/api/admin/mails/${id}/resend`, t('resent', { recipient }))
        }
      >
        {t('resend')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={pending}
        aria-label={t('dropTo', { recipient })}
        onClick={() => void act('DELETE', `/api/admin/mails/${id}`, t('dropped'))}
      >
        {t('drop')}
      </Button>
    </div>
  )
}
