import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useDates } from '@/components/dates'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { isErased } from '@/lib/people/rules'
import { SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import type { AdminMember } from '@/lib/memberships/schema'
import { formatRM, senOf } from '@/lib/money'
import { mailtoHref } from '@/lib/settings/links'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { PersonActions } from '../people/person-actions'
import { EmailProof, MemberStatusMenu } from '@/components/admin/members/member-actions'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const COLUMNS = ['member', 'code', 'sessions', 'money', 'joined', 'status'] as const
const VARIANT = { active: 'success', paused: 'default', cancelled: 'outline' } as const

/** The members, newest first; `ledger` is the address of one's ledger. */
export function MemberList({
  members,
  ledger,
}: {
  members: AdminMember[]
  ledger: (id: number) => string
}) {
  const t = useTranslations('admin.members')
  const format = useDates()
  return (
    <ListTable label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {members.map((member) => (
        <ListRow key={member.id}>
          <ListCell label={t('columns.member')}>
            <span className="block font-medium wrap-anywhere">{member.customerName}</span>
            <a
              href={mailtoHref(member.customerEmail)}
              className="block text-xs text-muted wrap-anywhere hover:text-fg max-lg:-my-3 max-lg:py-3"
            >
              {member.customerEmail}
            </a>
            <span className="block text-xs text-muted">{member.package}</span>
            {!member.emailProven && (
              <EmailProof id={member.id} name={member.customerName} email={member.customerEmail} />
            )}
          </ListCell>
          <ListCell label={t('columns.code')} className="figures">
            {member.referralCode}
          </ListCell>
          <ListCell label={t('columns.sessions')} className="figures">
            <span>{`${SESSIONS_PER_FREE - member.sessionsRemaining}/${SESSIONS_PER_FREE}`}</span>
            <span className="block text-xs text-muted">
              {t('sessions', { total: member.sessionsCompleted, free: member.freeSessions })}
            </span>
          </ListCell>
          <ListCell label={t('columns.money')} className="figures">
            <span>{formatRM(senOf(member.referralEarnings))}</span>
            <span className="block text-xs text-muted">
              {t('spent', { amount: formatRM(senOf(member.totalSpent)) })}
            </span>
          </ListCell>
          <ListCell label={t('columns.joined')} className="figures text-xs">
            {format.dateTime(new Date(member.joinedAt), DAY)}
          </ListCell>
          <ListCell label={t('columns.status')}>
            <span className="flex flex-wrap items-center gap-2">
              <Badge variant={VARIANT[member.status]}>{t(`status.${member.status}`)}</Badge>
              <MemberStatusMenu
                id={member.id}
                name={member.customerName}
                status={member.status}
                version={member.updatedAt}
              />
              <Link
                href={ledger(member.id)}
                prefetch={false}
                scroll={false}
                aria-label={t('ledgerOf', { name: member.customerName })}
                className={buttonVariants({ variant: 'ghost', size: 'sm' })}
              >
                {t('ledger')}
              </Link>
              {!isErased(member) && (
                <PersonActions email={member.customerEmail} name={member.customerName} />
              )}
            </span>
          </ListCell>
        </ListRow>
      ))}
    </ListTable>
  )
}
