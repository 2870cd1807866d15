import { useDates } from '@/components/dates'
import type { AuditEntry, AuditValue } from '@/lib/audit/schema'
import { useTranslations } from 'next-intl'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { startOf } from '@/lib/limits'
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
const LONG = 300

/** Who changed what, newest first: each field before and after. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  const t = useTranslations('admin.audit')
  const format = useDates()
  const named = useNames()
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

/** The label of an entity, action or field of the log; its own name where there is none. */
function useNames() {
  const t = useTranslations('admin.audit')
  return (group: 'entities' | 'actions' | 'fields', key: string): string => {
    const name = `${group}.${key}`
    return hasSentence(t, name) ? t(name) : key
  }
}

// What a change names by a word of the program is read as the rest of the console calls it.
const WORDS = {
  duration: 'durations',
  status: 'status',
  payment: 'newBooking.price.ways',
  method: 'record.methods',
  despite: 'bookings.warnings.short',
  corrected: 'audit.corrections',
  factors: 'audit.factors',
} as const

/** A value of a field, in words where it has some. */
function useValues() {
  const t = useTranslations('admin')
  return (field: string | undefined, value: string): string => {
    const group = Object.entries(WORDS).find(([name]) => name === field)?.[1]
    if (group === undefined) return value
    const inWords = (word: string) => {
      const name = `${group}.${word}`
      return hasSentence(t, name) ? t(name) : word
    }
    return value.split(', ').map(inWords).join(', ')
  }
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const t = useTranslations('admin.audit')
  const [named, inWords] = [useNames(), useValues()]
  if (changes.length === 0) return <span className="text-muted">–</span>
  const value = (path: readonly string[], shown: AuditValue) => {
    if (shown === null) return t('nothing')
    if (typeof shown === 'boolean') return t(shown ? 'yes' : 'no')
    if (shown === '') return t('emptyText')
    return shown.length > LONG ? <LongText text={shown} /> : inWords(path.at(-1), shown)
  }
  return (
    <ul className="grid gap-1 text-xs">
      {changes.map(({ path, before, after }) => (
        <li key={path.join('\n')} className="wrap-anywhere">
          <span className="text-muted">
            {t('change', { field: path.map((key) => named('fields', key)).join(' › ') })}
          </span>{' '}
          <del className="text-muted decoration-edge">{value(path, before)}</del>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{value(path, after)}</ins>
        </li>
      ))}
    </ul>
  )
}

/** The start of a text, and all of it when it is opened: what has changed may be at its end. */
const LongText = ({ text }: { text: string }) => (
  <details>
    <summary>{`${startOf(text, LONG)}…`}</summary>
    <span className="whitespace-pre-line">{text}</span>
  </details>
)
