import { useLocale, useTranslations } from 'next-intl'
import type { FieldChange } from '@/lib/audit/schema'
import { auditWords, type AuditEntity, type HouseNames } from '@/lib/audit/words'
import { toLocale } from '@/lib/i18n/routing'
import { startOf } from '@/lib/limits'

const LONG = 300

/** The audit log in the reader’s words. */
export function useAuditWords(names: HouseNames) {
  return auditWords({ t: useTranslations('admin'), locale: toLocale(useLocale()), names })
}

type Props = { entity: AuditEntity | string; changes: readonly FieldChange[]; names: HouseNames }

/** What was set, changed or removed, field by field. */
export function Changes({ entity, changes, names }: Props) {
  const t = useTranslations('admin.audit')
  const read = useAuditWords(names).changes(entity, changes)
  if (read.length === 0) return <span className="text-muted">–</span>
  return (
    <ul className="grid gap-1 text-xs">
      {read.map(({ key, field, before, after }) => (
        <li key={key} className="wrap-anywhere">
          <span className="text-muted">
            {`${t(after === null ? 'removed' : 'change', { field })} `}
          </span>
          {before !== null && (
            <del className="text-muted decoration-edge">
              <Value text={before} />
            </del>
          )}
          {before !== null && after !== null && <span aria-hidden="true"> → </span>}
          {after !== null && (
            <ins className="no-underline">
              <Value text={after} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The start of a text, and all of it when it is opened: what has changed may be at its end. */
const Value = ({ text }: { text: string }) =>
  text.length > LONG ? (
    <details>
      <summary>{`${startOf(text, LONG)}…`}</summary>
      <span className="whitespace-pre-line">{text}</span>
    </details>
  ) : (
    <span>{text}</span>
  )
