'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useMoment } from '@/components/admin/shared/moment'
import { useRead, useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { BankAccount, FormStanding } from '@/lib/bank-forms/schema'

/** Asks a customer for the account to which money is transferred, and shows what they entered. */
export function BankDetails({ paymentId }: { paymentId: number }) {
  const t = useTranslations('admin.bankDetails')
  const moment = useMoment()
  const read = useRead()
  const { send, pending, succeeded } = useSave()
  const [standing, setStanding] = useState<FormStanding | 'away' | null>(null)
  const [account, setAccount] = useState<BankAccount | null>(null)
  const path = `/api/admin/payments/${paymentId}/bank-details`
  useEffect(() => {
    let isLeft = false
    void read<FormStanding>(path).then((found) => {
      if (!isLeft) setStanding(found ?? 'away')
    })
    return () => {
      isLeft = true
    }
  }, [read, path])

  if (standing === null) return <Skeleton className="h-24 w-full rounded-md" />
  if (standing === 'away') return <p role="alert">{t('away')}</p>
  const { state, until, canAsk, hasAccount } = standing
  if (state === 'none' && !canAsk) return null

  const ask = async () => {
    const result = await send<FormStanding>('POST', path)
    if (!result.ok) return
    setAccount(null)
    setStanding(result.data)
    succeeded(t('asked'))
  }
  const withdraw = async () => {
    const result = await send('DELETE', path)
    if (!result.ok && result.status !== 404) return
    setAccount(null)
    setStanding({ ...standing, state: 'none', until: null, hasAccount: false })
    succeeded(t('withdrawn'))
  }
  const show = async () => {
    const result = await send<BankAccount>('GET', `${path}/account`)
    if (result.ok) setAccount(result.data)
  }
  return (
    <div className="grid gap-3 rounded-md border border-line p-3 text-sm">
      <p role="status">{t(`states.${state}`, { until: until ? moment(until) : '' })}</p>
      {account && (
        <dl translate="no" className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
          {(['bank', 'holder', 'number'] as const).map((part) => (
            <div key={part} className="contents">
              <dt className="text-muted">{t(part)}</dt>
              <dd className="figures">{account[part]}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        {hasAccount && account === null && (
          <Button
            type="button"
            size="sm"
            variant="outline"
            pending={pending}
            onClick={() => void show()}
          >
            {t('show')}
          </Button>
        )}
        {canAsk && (
          <Button
            type="button"
            size="sm"
            variant="outline"
            pending={pending}
            onClick={() => void ask()}
          >
            {t(state === 'none' ? 'ask' : 'askAgain')}
          </Button>
        )}
        {(state === 'open' || state === 'answered') && (
          <Button
            type="button"
            size="sm"
            variant="ghost"
            pending={pending}
            onClick={() => void withdraw()}
          >
            {t('withdraw')}
          </Button>
        )}
      </div>
    </div>
  )
}
