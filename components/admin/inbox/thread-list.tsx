import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useMoment } from '@/components/admin/shared/moment'
import { addressOf } from '@/components/admin/shared/pager'
import { BESIDE_BOX, RowBox, SELECTABLE_ROW } from '@/components/admin/shared/row-box'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { useDates } from '@/components/dates'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { INBOX_STATES, type InboxState } from '@/lib/admin/inbox/rules'
import type { InboxRow, NextBooking } from '@/lib/admin/inbox/schema'
import { utcMidnight } from '@/lib/time'

const MOST_SHOWN = 99

type StatesProps = {
  path: string
  /** Null while a search looks in all of them. */
  current: InboxState | null
  counts: Record<InboxState, number>
}

export function InboxStates({ path, current, counts }: StatesProps) {
  const t = useTranslations('admin.inbox')
  return (
    <nav aria-label={t('states')} className="flex flex-wrap gap-1">
      {INBOX_STATES.map((state) => (
        <Link
          key={state}
          href={addressOf(path, { state: state === 'new' ? null : state })}
          aria-current={state === current ? 'page' : undefined}
          className={buttonVariants({
            variant: state === current ? 'secondary' : 'ghost',
            size: 'sm',
            className: 'h-11 gap-1.5',
          })}
        >
          <span>{t(`state.${state}`)}</span>
          <span className="figures text-xs text-muted">
            {counts[state] > MOST_SHOWN ? `${MOST_SHOWN}+` : counts[state]}
          </span>
        </Link>
      ))}
    </nav>
  )
}

const COLUMNS = ['name', 'message', 'next'] as const

// A finger on it scrolls the page, and only that. What a swipe does stands where the row was.
const ROW =
  `${SELECTABLE_ROW} touch-pan-y touch-pinch-zoom [&>td]:touch-pan-y [&>td]:touch-pinch-zoom ` +
  'before:absolute before:inset-y-0 before:right-4 before:hidden before:items-center ' +
  'before:font-medium before:content-[attr(data-swipe)] ' +
  'data-swiped:bg-line data-swiped:before:flex data-[swiped=enough]:bg-edge ' +
  'motion-safe:data-swiped:[&>td]:translate-x-(--swipe)'

type ListProps = {
  threads: InboxRow[]
  page: (id: number) => string
  /** Of a search, which looks in all states. */
  withState: boolean
}

/** One row for each person who wrote; `page` is the address of their thread. */
export function ThreadList({ threads, page, withState }: ListProps) {
  const t = useTranslations('admin.inbox')
  const moment = useMoment()
  return (
    <ListTable label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {threads.map((thread) => (
        <ListRow
          key={thread.id}
          data-row={thread.last}
          data-name={thread.name}
          data-swipe={thread.state === 'archived' ? undefined : t('archive')}
          className={ROW}
        >
          <ListCell className="align-top lg:max-w-60">
            <RowBox value={thread.last} label={t('select.one', { name: thread.name })} />
            <Link
              href={page(thread.id)}
              className={`inline-flex min-h-11 items-center font-medium wrap-anywhere ${BESIDE_BOX} after:absolute after:inset-0 lg:min-h-0`}
            >
              {thread.name}
            </Link>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
              <span className="figures">{moment(thread.at)}</span>
              {withState && <Badge variant="secondary">{t(`state.${thread.state}`)}</Badge>}
              {thread.messages > 1 && <span>{t('messages', { count: thread.messages })}</span>}
            </span>
          </ListCell>
          <ListCell className="align-top">
            <p className="measure line-clamp-2 wrap-anywhere">{thread.text}</p>
          </ListCell>
          {thread.next ? (
            <ListCell label={t('columns.next')} className="align-top lg:max-w-60">
              <NextSession next={thread.next} />
            </ListCell>
          ) : (
            <ListCell className="max-lg:hidden">
              <span className="text-muted">{t('none')}</span>
            </ListCell>
          )}
        </ListRow>
      ))}
    </ListTable>
  )
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

export function NextSession({ next: { date, time, service } }: { next: NextBooking }) {
  const format = useDates()
  return (
    <span className="wrap-anywhere">
      <span className="figures">{`${format.dateTime(utcMidnight(date), DAY)}, ${time}`}</span>
      <span className="block text-xs text-muted">{service}</span>
    </span>
  )
}
