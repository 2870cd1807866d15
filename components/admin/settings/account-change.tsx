'use client'
import { ShieldAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSave } from '@/components/admin/shared/use-save'
import { useDates } from '@/components/dates'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { AccountChange } from '@/lib/settings/schema'
import { STUDIO_ZONE } from '@/lib/time'

type Account = AccountChange['after']

const WHEN = { dateStyle: 'medium', timeStyle: 'short', timeZone: STUDIO_ZONE } as const

/** Customers transfer money to another account than before: shown until an owner confirms it. */
export function AccountChanged({
  change,
  canConfirm,
}: {
  change: AccountChange
  canConfirm: boolean
}) {
  const t = useTranslations('admin.accountChange')
  const format = useDates()
  const { send, refresh, pending, succeeded } = useSave()
  const confirm = async () => {
    const answer = await send('POST', '/api/settings/transfer/confirm', { change: change.id })
    if (answer.ok) succeeded(t('confirmed'))
    refresh()
  }
  const named = ({ bank, holder, number, duitnow }: Account) => {
    const parts = [bank, holder, number, duitnow && t('duitnow', { end: duitnow })]
    return parts.filter(Boolean).join(' · ') || t('none')
  }
  return (
    <Alert variant="destructive" role="alert">
      <ShieldAlert aria-hidden="true" />
      <AlertTitle>{t('title')}</AlertTitle>
      <AlertDescription className="grid gap-3 text-fg">
        <p className="measure">
          {t('text', { by: change.by, when: format.dateTime(new Date(change.at), WHEN) })}
        </p>
        <dl className="grid gap-1">
          {(['before', 'after'] as const).map((side) => (
            <div key={side} className="flex flex-wrap gap-x-2">
              <dt className="font-semibold">{t(side)}</dt>
              <dd className="wrap-anywhere">{named(change[side])}</dd>
            </div>
          ))}
        </dl>
        <p className="measure">{t(canConfirm ? 'owner' : 'others')}</p>
        {canConfirm && (
          <Button
            variant="outline"
            size="sm"
            pending={pending}
            className="justify-self-start"
            onClick={() => void confirm()}
          >
            {t('confirm')}
          </Button>
        )}
      </AlertDescription>
    </Alert>
  )
}
