import type { AuditEntry, AuditValue } from '@/lib/audit/schema'
import { useTranslations } from 'next-intl'
import { hasSentence } from '@/lib/i18n/has-sentence'
import { startOf } from '@/lib/limits'

const LONG = 300

/** The label of an entity, action or field of the log; its own name where there is none. */
export function useAuditNames() {
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
  arrival: 'audit.arrivals',
  transferDecision: 'audit.transfers',
  refund: 'audit.refunds',
  money: 'attention.handledAs',
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

/** Each field before and after, in words. */
export function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const t = useTranslations('admin.audit')
  const [named, inWords] = [useAuditNames(), useValues()]
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
