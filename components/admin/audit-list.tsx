import { useFormatter, useTranslations } from 'next-intl'
import { RecordCell, RecordRow, Records } from './records'

type Entry = {
  id: number
  actor: string
  action: string
  entity: string
  entityId: string
  changes: { field: string; before: string | null; after: string | null }[]
  network: string | null
  createdAt: string
}

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
const LONG = 300

/** Who changed what, newest first: each field as it was and as it became. */
export function AuditList({ entries }: { entries: Entry[] }) {
  const t = useTranslations('admin.audit')
  const format = useFormatter()
  const named = (group: 'entities' | 'actions', key: string) => {
    const name = `${group}.${key}` as 'entities.order'
    return t.has(name) ? t(name) : key
  }
  return (
    <Records label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {entries.map((entry) => (
        <RecordRow key={entry.id}>
          <RecordCell label={t('columns.when')} className="figures text-xs lg:whitespace-nowrap">
            {format.dateTime(new Date(entry.createdAt), MOMENT)}
          </RecordCell>
          <RecordCell label={t('columns.who')} className="wrap-anywhere">
            {entry.actor}
            {entry.network && (
              <span className="figures block text-xs text-muted">{entry.network}</span>
            )}
          </RecordCell>
          <RecordCell label={t('columns.thing')} className="wrap-anywhere">
            {named('entities', entry.entity)}{' '}
            <span className="figures text-muted">{entry.entityId}</span>
          </RecordCell>
          <RecordCell label={t('columns.action')}>{named('actions', entry.action)}</RecordCell>
          <RecordCell label={t('columns.changes')}>
            <Changes changes={entry.changes} />
          </RecordCell>
        </RecordRow>
      ))}
    </Records>
  )
}

function Changes({ changes }: Pick<Entry, 'changes'>) {
  const t = useTranslations('admin.audit')
  if (changes.length === 0) return <span className="text-muted">–</span>
  const value = (text: string | null) =>
    text === null
      ? t('nothing')
      : text === ''
        ? t('emptyText')
        : text.length > LONG
          ? `${text.slice(0, LONG)}…`
          : text
  return (
    <ul className="grid gap-1 text-xs">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{field}: </span>
          <del className="text-muted decoration-edge">{value(before)}</del>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{value(after)}</ins>
        </li>
      ))}
    </ul>
  )
}
