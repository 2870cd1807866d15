import { useDates } from '@/components/dates'
import type { AuditEntry } from '@/lib/audit/schema'
import { useTranslations } from 'next-intl'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { Changes, useAuditNames } from '@/components/admin/audit/changes'
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

/** Who changed what, newest first: each field before and after. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  const t = useTranslations('admin.audit')
  const format = useDates()
  const named = useAuditNames()
  const settings = useTranslations('admin.settings')
  /** A setting has a title instead of a number. */
  const numberOf = ({ entity, entityId }: AuditEntry) => {
    const title = `${entityId}.title`
    return entity === 'setting' && hasSentence(settings, title) ? settings(title) : entityId
  }
  return (
    <ListTable label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {entries.map((entry) => (
        <ListRow key={entry.id}>
          <ListCell label={t('columns.when')} className="figures text-xs lg:whitespace-nowrap">
            {format.dateTime(new Date(entry.createdAt), MOMENT)}
          </ListCell>
          <ListCell label={t('columns.who')} className="wrap-anywhere">
            <span>{entry.actor}</span>
            {entry.network && (
              <span className="figures block text-xs text-muted">{entry.network}</span>
            )}
          </ListCell>
          <ListCell label={t('columns.thing')} className="wrap-anywhere">
            <span>{named('entities', entry.entity)}</span>{' '}
            <span className="figures text-muted">{numberOf(entry)}</span>
          </ListCell>
          <ListCell label={t('columns.action')}>{named('actions', entry.action)}</ListCell>
          <ListCell label={t('columns.changes')}>
            <Changes changes={entry.changes} />
          </ListCell>
        </ListRow>
      ))}
    </ListTable>
  )
}
