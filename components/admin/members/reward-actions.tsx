'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { RewardState } from '@/lib/memberships/rules'
import { Confirm } from '../confirm'
import { useSave } from '../use-save'

const STEPS = {
  held: ['awarded', 'refused'],
  awarded: ['paid'],
  pending: [],
  paid: [],
  refused: [],
} as const
type Step = 'awarded' | 'refused' | 'paid'

/**
 * The owner's word on a reward; null where there is nothing left to say. None can be taken back, so
 * each is asked.
 */
export function RewardActions({
  id,
  name,
  amount,
  status,
}: {
  id: number
  name: string
  amount: string
  status: RewardState | null
}) {
  const t = useTranslations('admin.members.rewards')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState<Step | null>(null)
  const steps: readonly Step[] = status ? STEPS[status] : []
  const take = async (step: Step) => {
    const result = await send('PATCH', `/api/referral-rewards/${id}`, { status: step })
    setAsking(null)
    if (result.ok) succeeded(t(`done.${step}`, { name, amount }))
    if (result.ok || result.status === 409) refresh()
  }
  if (steps.length === 0) return <span className="text-muted">–</span>
  return (
    <div className="flex flex-wrap gap-2">
      {steps.map((step) => (
        <Button
          key={step}
          size="sm"
          variant={step === 'refused' ? 'ghost' : 'outline'}
          onClick={() => setAsking(step)}
        >
          {t(`steps.${step}`)}
        </Button>
      ))}
      {asking && (
        <Confirm
          title={t(`ask.${asking}`, { name, amount })}
          text={t('askText')}
          action={t(`steps.${asking}`)}
          pending={pending}
          confirm={() => void take(asking)}
          close={() => setAsking(null)}
        />
      )}
    </div>
  )
}
