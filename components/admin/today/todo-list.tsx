import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useDates } from '@/components/dates'
import type { Todo } from '@/lib/admin/today/schema'
import { SameSlip } from '@/components/admin/booking/same-slip'
import { TransferDecision } from '@/components/admin/booking/transfer-decision'
import { pathIn } from '@/lib/i18n/path'
import { formatRM } from '@/lib/money'

const WHEN = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Kuala_Lumpur',
} as const
const URGENT: readonly Todo['kind'][] = ['refund_failed', 'disputed', 'open', 'order_late']

/** `isGone`: it is done, and keeps its place while the page is open. */
type Line = Todo & { isGone?: boolean }

type Props = {
  todo: readonly Line[]
  more: number
  /** As many as there are were asked for. */
  all: boolean
  /** The next session's time. */ next: string | null
  changed: () => void
}

/** What waits for the owner: each line says who, how much and when, and leads to where it is solved. */
export function TodoList({ todo, more, all, next, changed }: Props) {
  const t = useTranslations('admin.today')
  const locale = useLocale()
  return (
    <section aria-labelledby="today-todo" className="grid content-start gap-2">
      <h2 id="today-todo" className="today-head">
        <span>{t('todo')}</span>
        {todo.length > 0 && (
          <span className="figures text-muted">
            {todo.filter(({ isGone }) => !isGone).length + more}
          </span>
        )}
      </h2>
      {todo.length === 0 ? (
        <p className="text-muted">{next ? t('doneNext', { time: next }) : t('done')}</p>
      ) : (
        <TodoLines
          {...{ todo, more, changed }}
          rest={all ? null : `${pathIn(locale, '/admin/today')}?todo=all`}
        />
      )}
    </section>
  )
}

type LinesProps = Pick<Props, 'todo' | 'more'> & {
  /** Where those are that are not listed; null: nowhere. */
  rest: string | null
  /** Absent where nothing is decided in the list. */
  changed?: () => void
}

export function TodoLines({ todo, more, rest, changed }: LinesProps) {
  const t = useTranslations('admin.today')
  const format = useDates()
  const locale = useLocale()
  return (
    <ul className="today-list">
      {todo.map(({ key, kind, name, amountSen, at, href, transfer, isGone = false }) => (
        <li key={key} className={`today-todo ${isGone ? 'text-muted line-through' : ''}`}>
          <span
            aria-hidden="true"
            className={`size-2 rounded-full ${URGENT.includes(kind) ? 'bg-onair' : 'bg-tungsten'}`}
          />
          <span key={`${name} ${amountSen} ${at}`} className="text-sm wrap-anywhere">
            {t.rich(`kinds.${kind}`, {
              b: (words) => <strong className="font-semibold">{words}</strong>,
              name: name || t('unknown'),
              amount: formatRM(amountSen ?? 0),
              // No line ends inside it.
              when: at ? format.dateTime(new Date(at), WHEN).replaceAll(' ', '\u00A0') : '',
            })}
          </span>
          <Link href={pathIn(locale, href)} className="today-link after:absolute after:inset-0">
            {t(`verbs.${kind}`)}
          </Link>
          {transfer && changed && (
            <span className={`relative z-10 col-span-2 col-start-2 ${isGone ? 'invisible' : ''}`}>
              <SameSlip ids={transfer.sameSlip} />
              <TransferDecision {...transfer} name={name} sen={amountSen ?? 0} changed={changed} />
            </span>
          )}
        </li>
      ))}
      {more > 0 && (
        <li>
          {rest === null ? (
            <p className="text-sm text-muted">{t('andMore', { count: more })}</p>
          ) : (
            <Link href={rest} className="today-link">
              {t('andMore', { count: more })}
            </Link>
          )}
        </li>
      )}
    </ul>
  )
}
