import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { toLocale } from '@/lib/i18n/routing'
import { getTranslations } from 'next-intl/server'
import { CustomerList } from '@/components/admin/customers/customer-list'
import { SelectCustomers } from '@/components/admin/customers/select-customers'
import { Filters, FilterSelect, FilterText } from '@/components/admin/shared/filters'
import { AdminMessages } from '@/components/admin/shared/messages'
import { Pager } from '@/components/admin/shared/pager'
import { NoRows } from '@/components/admin/shared/table'
import { listCustomers } from '@/lib/admin/customers/queries'
import { CUSTOMER_FILTERS, customerListQuery } from '@/lib/admin/customers/schema'
import { pathIn } from '@/lib/i18n/path'
import { readQuery } from '../../../../query'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

type Props = PageProps<'/[locale]/admin/customers'>

export default async function CustomersPage({ searchParams }: Props) {
  await requireRole('/admin/customers', 'manager')
  const question = readQuery(customerListQuery, await searchParams, { limit: '25' })
  const locale = toLocale(await rootLocale())
  await connection() // the clock below is that of the request
  const [{ rows, nextCursor }, t] = await Promise.all([
    listCustomers(question, new Date()),
    getTranslations('admin.customers'),
  ])
  const path = pathIn(locale, '/admin/customers')
  const { query, filter, cursor } = question
  return (
    <AdminMessages parts={['customers']}>
      <div className="grid min-w-0 gap-5">
        <Filters path={path} label={t('filters')}>
          <FilterText id="customers-query" name="query" label={t('search')} value={query} />
          <FilterSelect
            id="customers-filter"
            name="filter"
            label={t('which')}
            value={filter ?? ''}
            all={t('all')}
            options={CUSTOMER_FILTERS.map((key) => [key, t(`filter.${key}`)])}
          />
        </Filters>
        {rows.length > 0 ? (
          <SelectCustomers emails={Object.fromEntries(rows.map(({ key, email }) => [key, email]))}>
            <CustomerList customers={rows} page={(key) => `${path}/${key}`} />
          </SelectCustomers>
        ) : (
          <NoRows title={t('empty')} hint={t('emptyHint')} />
        )}
        <Pager
          label={t('pages')}
          path={path}
          query={{ query, filter }}
          cursor={cursor}
          nextCursor={nextCursor}
        />
      </div>
    </AdminMessages>
  )
}
