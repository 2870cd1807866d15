'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'

type Pair = { customer: number; name: string; other: number; otherName: string }

/** Makes another customer part of this one, after a question. */
export function MergeButton({ customer, name, other, otherName }: Pair) {
  const t = useTranslations('admin.customers.merge')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState(false)
  const merge = async () => {
    const result = await send('POST', `/api/admin/customers/${customer}/merge`, { other })
    setAsking(false)
    if (result.ok) succeeded(t('done', { name, other: otherName }))
    if (result.ok || result.status === 409) refresh()
  }
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('of', { name, other: otherName })}
        onClick={() => setAsking(true)}
      >
        {t('action')}
      </Button>
      {asking && (
        <Confirm
          title={t('ask', { name, other: otherName })}
          text={t('askText')}
          action={t('action')}
          pending={pending}
          confirm={() => void merge()}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Undoes a merge at once: nothing is lost by it. */
export function SeparateButton({ customer, name, other, otherName }: Pair) {
  const t = useTranslations('admin.customers.merge')
  const { send, refresh, pending, succeeded } = useSave()
  const separate = async () => {
    const result = await send('DELETE', `/api/admin/customers/${customer}/merge/${other}`)
    if (result.ok) succeeded(t('undone', { other: otherName }))
    if (result.ok || result.status === 404) refresh()
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={pending}
      aria-label={t('undoOf', { name, other: otherName })}
      onClick={() => void separate()}
    >
      {t('undo')}
    </Button>
  )
}
