import { getTranslations } from 'next-intl/server'
import { AuditList } from '@/components/admin/audit-list'
import { CursorPages } from '@/components/admin/cursor-pages'
import { Filters, FilterSelect, FilterText } from '@/components/admin/filters'
import { NoRecords } from '@/components/admin/records'
import { auditFilters, auditQuery, listChanges } from '@/lib/audit-log'
import { pathIn } from '@/lib/i18n/path'
import type { PanelProps } from '../panel'
import { readQuery } from '../query'

export async function AuditPanel({ query, locale }: PanelProps) {
  const question = readQuery(auditQuery, query, { limit: '50' })
  const [{ entries, nextCursor }, { entities, actors }, t] = await Promise.all([
    listChanges(question),
    auditFilters(),
    getTranslations('admin.audit'),
  ])
  const path = pathIn(locale, '/admin')
  const { entity, entityId, actor, cursor } = question
  const named = (key: string) =>
    t.has(`entities.${key as 'order'}`) ? t(`entities.${key as 'order'}`) : key
  return (
    <div className="grid min-w-0 gap-5">
      <Filters path={path} tab="audit" label={t('filters')}>
        <FilterSelect
          id="audit-entity"
          name="entity"
          label={t('columns.thing')}
          value={entity ?? ''}
          all={t('allThings')}
          options={entities.map((key) => [key, named(key)])}
        />
        <FilterText id="audit-id" name="entityId" label={t('number')} value={entityId ?? ''} />
        <FilterSelect
          id="audit-actor"
          name="actor"
          label={t('columns.who')}
          value={actor ?? ''}
          all={t('everybody')}
          options={actors.map((key) => [key, key])}
        />
      </Filters>
      {entries.length > 0 ? (
        <AuditList entries={entries} />
      ) : (
        <NoRecords title={t('empty')} hint={t('emptyHint')} />
      )}
      <CursorPages
        label={t('pages')}
        path={path}
        query={{ tab: 'audit', entity, entityId, actor }}
        cursor={cursor}
        nextCursor={nextCursor}
      />
    </div>
  )
}
