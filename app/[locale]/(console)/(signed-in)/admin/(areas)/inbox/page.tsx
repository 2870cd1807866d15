import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { SelectThreads } from '@/components/admin/inbox/select-threads'
import { InboxStates, ThreadList } from '@/components/admin/inbox/thread-list'
import { Filters, FilterText } from '@/components/admin/shared/filters'
import { AdminMessages } from '@/components/admin/shared/messages'
import { Pager } from '@/components/admin/shared/pager'
import { NoRows } from '@/components/admin/shared/table'
import { listThreads, threadCounts } from '@/lib/admin/inbox/queries'
import { inboxQuery } from '@/lib/admin/inbox/schema'
import { requireRole } from '@/lib/auth/page-guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { readQuery } from '../../../../query'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

type Props = PageProps<'/[locale]/admin/inbox'>

/** What people wrote, one row for each of them. */
export default async function InboxPage({ searchParams }: Props) {
  await requireRole('/admin/inbox', 'manager')
  const question = readQuery(inboxQuery, await searchParams, { limit: '25' })
  const locale = toLocale(await rootLocale())
  await connection() // the clock below is that of the request
  const [{ rows, nextCursor }, counts, t] = await Promise.all([
    listThreads(question, { locale, now: new Date() }),
    threadCounts(),
    getTranslations('admin.inbox'),
  ])
  const path = pathIn(locale, '/admin/inbox')
  const { state, q, cursor } = question
  const isSearch = q !== ''
  return (
    <AdminMessages parts={['inbox']}>
      <div className="grid min-w-0 gap-5">
        <InboxStates path={path} current={isSearch ? null : state} counts={counts} />
        <Filters path={path} label={t('filters')}>
          <FilterText id="inbox-q" name="q" label={t('search')} value={q} />
        </Filters>
        <SelectThreads state={isSearch ? null : state} isEmpty={rows.length === 0}>
          {rows.length > 0 ? (
            <ThreadList threads={rows} page={(id) => `${path}/${id}`} withState={isSearch} />
          ) : (
            <NoRows
              title={isSearch ? t('notFound') : t(`empty.${state}`)}
              hint={t(isSearch ? 'notFoundHint' : 'emptyHint')}
            />
          )}
        </SelectThreads>
        <Pager
          label={t('pages')}
          path={path}
          query={isSearch ? { q } : { state: state === 'new' ? null : state }}
          cursor={cursor}
          nextCursor={nextCursor}
        />
      </div>
    </AdminMessages>
  )
}
