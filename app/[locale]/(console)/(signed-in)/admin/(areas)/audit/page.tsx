import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { toLocale } from '@/lib/i18n/routing'
import { getTranslations } from 'next-intl/server'
import { AuditList } from '@/components/admin/audit/audit-list'
import { FailedSignIns } from '@/components/admin/audit/failed-sign-ins'
import { Pager } from '@/components/admin/shared/pager'
import { Filters, FilterSelect, FilterText } from '@/components/admin/shared/filters'
import { NoRows } from '@/components/admin/shared/table'
import { houseNames } from '@/lib/admin/audit/queries'
import { auditFilters, failedAttempts, listChanges } from '@/lib/audit/queries'
import { auditQuery } from '@/lib/audit/schema'
import { auditWords } from '@/lib/audit/words'
import { pathIn } from '@/lib/i18n/path'
import { readQuery } from '../../../../query'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function AuditPage({ searchParams }: PageProps<'/[locale]/admin/audit'>) {
  await requireRole('/admin/audit', 'owner')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  const question = readQuery(auditQuery, query, { limit: '50' })
  const [{ rows: entries, nextCursor }, { entities, actors }, failed, names, t] = await Promise.all(
    [
      listChanges(question),
      auditFilters(),
      failedAttempts(),
      houseNames(locale),
      getTranslations('admin.audit'),
    ],
  )
  const path = pathIn(locale, '/admin/audit')
  const { entity, entityId, actor, cursor } = question
  const words = auditWords({ t: await getTranslations('admin'), locale })
  return (
    <div className="grid min-w-0 gap-5">
      <FailedSignIns {...failed} />
      <Filters path={path} label={t('filters')}>
        <FilterSelect
          id="audit-entity"
          name="entity"
          label={t('columns.thing')}
          value={entity ?? ''}
          all={t('allThings')}
          options={entities.map((key) => [key, words.entity(key)])}
        />
        <FilterText id="audit-id" name="entityId" label={t('number')} value={entityId ?? ''} />
        <FilterSelect
          id="audit-actor"
          name="actor"
          label={t('columns.who')}
          value={actor ?? ''}
          all={t('everybody')}
          options={actors.map((key) => [key, words.actor(key)])}
        />
      </Filters>
      {entries.length > 0 ? (
        <AuditList entries={entries} names={names} />
      ) : (
        <NoRows title={t('empty')} hint={t('emptyHint')} />
      )}
      <Pager
        label={t('pages')}
        path={path}
        query={{ entity, entityId, actor }}
        cursor={cursor}
        nextCursor={nextCursor}
      />
    </div>
  )
}
