import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { toLocale } from '@/lib/i18n/routing'
import { getTranslations } from 'next-intl/server'
import { addressOf, Pager } from '@/components/admin/shared/pager'
import { Filters, FilterSelect, FilterText } from '@/components/admin/shared/filters'
import { Ledger } from '@/components/admin/members/ledger'
import { MemberList } from '@/components/admin/members/member-list'
import { RewardList } from '@/components/admin/members/reward-list'
import { AdminMessages } from '@/components/admin/shared/messages'
import { NoRows } from '@/components/admin/shared/table'
import { pathIn } from '@/lib/i18n/path'
import { listMembers, listRewards, memberLedger } from '@/lib/admin/members/queries'
import { MEMBER_STATUSES, REWARD_STATES } from '@/lib/memberships/rules'
import { memberListQuery, memberPanelQuery } from '@/lib/memberships/schema'
import { readQuery } from '../../../../query'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function MembersPage({ searchParams }: PageProps<'/[locale]/admin/members'>) {
  await requireRole('/admin/members', 'manager')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  const question = readQuery(memberListQuery, query, { limit: '25' })
  const { member: chosen, reward, rewards: rewardCursor } = readQuery(memberPanelQuery, query)
  const [{ rows: members, nextCursor }, rewards, books, t] = await Promise.all([
    listMembers(question, locale),
    listRewards({ limit: 25, cursor: rewardCursor, status: reward }),
    chosen === undefined ? null : memberLedger(chosen, locale),
    getTranslations('admin.members'),
  ])
  const path = pathIn(locale, '/admin/members')
  const { q, status, cursor } = question
  const here = { q, status, cursor, reward, rewards: rewardCursor }
  return (
    <AdminMessages parts={['members', 'people']}>
      <div className="grid min-w-0 gap-5">
        <Filters path={path} label={t('filters')}>
          <FilterText id="members-q" name="q" label={t('search')} value={q ?? ''} />
          <FilterSelect
            id="members-status"
            name="status"
            label={t('columns.status')}
            value={status ?? ''}
            all={t('all')}
            options={MEMBER_STATUSES.map((key) => [key, t(`status.${key}`)])}
          />
          <FilterSelect
            id="members-reward"
            name="reward"
            label={t('rewards.filter')}
            value={reward ?? ''}
            all={t('rewards.all')}
            options={REWARD_STATES.map((key) => [key, t(`rewards.status.${key}`)])}
          />
        </Filters>
        {books && <Ledger member={books.member} rows={books.ledger} back={addressOf(path, here)} />}
        {members.length > 0 ? (
          <MemberList members={members} ledger={(id) => addressOf(path, { ...here, member: id })} />
        ) : (
          <NoRows title={t('empty')} hint={t('emptyHint')} />
        )}
        <Pager
          label={t('pages')}
          path={path}
          query={{ ...here, cursor: null }}
          cursor={cursor}
          nextCursor={nextCursor}
        />
        <h2 className="pt-4 text-lg">{t('rewards.title')}</h2>
        {rewards.rows.length > 0 ? (
          <RewardList rewards={rewards.rows} />
        ) : (
          <NoRows title={t('rewards.empty')} hint={t('rewards.emptyHint')} />
        )}
        <Pager
          label={t('rewards.pages')}
          path={path}
          query={{ ...here, rewards: null }}
          name="rewards"
          cursor={rewardCursor}
          nextCursor={rewards.nextCursor}
        />
      </div>
    </AdminMessages>
  )
}
