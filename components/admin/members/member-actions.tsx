'use client'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import { EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import { useSave } from '@/components/admin/shared/use-save'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { LIMITS } from '@/lib/limits'
import { MEMBER_STATUSES, type MemberStatus, type RewardState } from '@/lib/memberships/rules'
import { rewardBody } from '@/lib/memberships/schema'

/** Pauses, ends or reactivates a membership. `version` is the row's updatedAt. */
export function MemberStatusMenu({
  id,
  name,
  status,
  version,
}: {
  id: number
  name: string
  status: MemberStatus
  version: string
}) {
  const t = useTranslations('admin.members')
  const { send, refresh, pending, succeeded } = useSave()
  const choose = async (next: string) => {
    if (next === status) return
    const result = await send('PATCH', `/api/memberships/${id}`, { status: next, version })
    if (result.ok) succeeded(t('changed', { name }))
    if (result.ok || result.status === 409) refresh()
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" pending={pending} aria-label={t('change', { name })}>
          {t('changeShort')}
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={status} onValueChange={(next) => void choose(next)}>
          {MEMBER_STATUSES.map((key) => (
            <DropdownMenuRadioItem key={key} value={key}>
              {t(`status.${key}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/**
 * Shows that a member's email is not proven, and lets an administrator confirm that it was proven
 * in person.
 */
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

const STEPS = {
  held: ['awarded', 'refused'],
  awarded: ['paid'],
  pending: [],
  paid: [],
  refused: [],
} as const
type Step = 'awarded' | 'refused' | 'paid'

/**
 * An administrator's decision on a reward; null when there is nothing left to decide. Each is
 * confirmed first, because none can be undone.
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
      {asking === 'awarded' && (
        <AwardDialog {...{ id, name, amount }} close={() => setAsking(null)} />
      )}
      {asking && asking !== 'awarded' && (
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

type AwardProps = { id: number; name: string; amount: string; close: () => void }

/** Awards a held reward, with the reason for the audit log. */
function AwardDialog({ id, name, amount, close }: AwardProps) {
  const t = useTranslations('admin.members.rewards')
  const lists = useTranslations('admin.lists')
  const entry = useEntry({
    method: 'PATCH',
    path: `/api/referral-rewards/${id}`,
    schema: rewardBody,
    fields: ['note'],
    body: ({ note }) => ({ status: 'awarded', note }),
    refusedAt: 'form',
    saved: t('done.awarded', { name, amount }),
    done: close,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && !entry.pending && close()}>
      <DialogContent closeLabel={lists('close')}>
        <DialogHeader>
          <DialogTitle>{t('ask.awarded', { name, amount })}</DialogTitle>
          <DialogDescription>{t('askText')}</DialogDescription>
        </DialogHeader>
        <EntryForm entry={entry} className="grid gap-4">
          <TextEntry name="note" label={t('note')} limit={LIMITS.rewardNote} required />
          <DialogFooter>
            <Button type="submit" pending={entry.pending}>
              {t('steps.awarded')}
            </Button>
          </DialogFooter>
        </EntryForm>
      </DialogContent>
    </Dialog>
  )
}
