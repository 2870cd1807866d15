import { useTranslations } from 'next-intl'
import { useDates } from '@/components/dates'
import { Badge } from '@/components/ui/badge'
import type { RewardDto } from '@/lib/memberships/schema'
import { formatRM, senOf } from '@/lib/money'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { RewardActions } from '@/components/admin/members/member-actions'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const COLUMNS = ['member', 'friend', 'amount', 'state', 'actions'] as const
const VARIANT = {
  pending: 'secondary',
  held: 'default',
  awarded: 'default',
  paid: 'success',
  refused: 'outline',
} as const

/** The rewards for referrals, and reversals, newest first. */
export function RewardList({ rewards }: { rewards: RewardDto[] }) {
  const t = useTranslations('admin.members.rewards')
  return (
    <ListTable label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {rewards.map((reward) => (
        <RewardRow key={reward.id} reward={reward} />
      ))}
    </ListTable>
  )
}

function RewardRow({ reward }: { reward: RewardDto }) {
  const t = useTranslations('admin.members.rewards')
  const format = useDates()
  const since = new Date(reward.paidAt ?? reward.awardedAt ?? reward.createdAt)
  const sen = reward.amount.startsWith('-') ? -senOf(reward.amount.slice(1)) : senOf(reward.amount)
  return (
    <ListRow>
      <ListCell label={t('columns.member')}>
        <span className="block wrap-anywhere">{reward.referrer.name}</span>
        <span className="block text-xs text-muted wrap-anywhere">{reward.referrer.email}</span>
      </ListCell>
      <ListCell label={t('columns.friend')}>
        <span className="block wrap-anywhere">{reward.friend.name}</span>
        <span className="block text-xs text-muted wrap-anywhere">{reward.friend.email}</span>
      </ListCell>
      <ListCell label={t('columns.amount')} className="figures whitespace-nowrap">
        {sen < 0 ? `−${formatRM(-sen)}` : formatRM(sen)}
      </ListCell>
      <ListCell label={t('columns.state')}>
        {reward.reversesId === null ? (
          <Badge variant={VARIANT[reward.status]}>{t(`status.${reward.status}`)}</Badge>
        ) : (
          <Badge variant="destructive">{t('counter', { id: String(reward.reversesId) })}</Badge>
        )}
        <span className="figures block pt-1 text-xs text-muted">{format.dateTime(since, DAY)}</span>
        {reward.reversed && <span className="block text-xs text-onair-soft">{t('reversed')}</span>}
      </ListCell>
      <ListCell label={t('columns.actions')}>
        <RewardActions
          id={reward.id}
          name={reward.referrer.name}
          amount={formatRM(Math.abs(sen))}
          status={reward.reversesId === null && !reward.reversed ? reward.status : null}
        />
      </ListCell>
    </ListRow>
  )
}
