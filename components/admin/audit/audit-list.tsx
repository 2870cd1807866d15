import { useDates } from '@/components/dates'
import type { AuditEntry } from '@/lib/audit/schema'
import { useTranslations } from 'next-intl'
import { Changes, useAuditWords } from '@/components/admin/audit/changes'
import type { HouseNames } from '@/lib/audit/words'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'

const MOMENT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const
const COLUMNS = ['when', 'who', 'thing', 'action', 'changes'] as const

type Props = { entries: AuditEntry[]; names: HouseNames }

/** Who changed what, newest first: each field before and after. */
export function AuditList({ entries, names }: Props) {
  const t = useTranslations('admin.audit')
  const format = useDates()
  const words = useAuditWords(names)
  return (
    <ListTable label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {entries.map((entry) => (
        <ListRow key={entry.id}>
          <ListCell label={t('columns.when')} className="figures text-xs lg:whitespace-nowrap">
            {format.dateTime(new Date(entry.createdAt), MOMENT)}
          </ListCell>
          <ListCell label={t('columns.who')} className="wrap-anywhere">
            <span>{words.actor(entry.actor)}</span>
            {entry.network && (
              <span className="figures block text-xs text-muted">{entry.network}</span>
            )}
          </ListCell>
          <ListCell label={t('columns.thing')} className="wrap-anywhere">
            <span>{words.entity(entry.entity)}</span>{' '}
            <span className="figures text-muted">{words.number(entry.entity, entry.entityId)}</span>
          </ListCell>
          <ListCell label={t('columns.action')}>{words.action(entry.action)}</ListCell>
          <ListCell label={t('columns.changes')}>
            <Changes entity={entry.entity} changes={entry.changes} names={names} />
          </ListCell>
        </ListRow>
      ))}
    </ListTable>
  )
}
