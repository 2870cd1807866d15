import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { toLocale } from '@/lib/i18n/routing'
import { getTranslations } from 'next-intl/server'
import { Pager } from '@/components/admin/shared/pager'
import { Filters, FilterSelect, FilterText } from '@/components/admin/shared/filters'
import { AdminMessages } from '@/components/admin/shared/messages'
import { OrderList } from '@/components/admin/orders/order-list'
import { NoRows } from '@/components/admin/shared/table'
import { pathIn } from '@/lib/i18n/path'
import { listOrders } from '@/lib/admin/orders/queries'
import { ORDER_STATUSES } from '@/lib/orders/rules'
import { orderListQuery } from '@/lib/orders/schema'
import { readQuery } from '../../../../query'
import { submitOrderContact } from './actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function OrdersPage({ searchParams }: PageProps<'/[locale]/admin/orders'>) {
  await requireRole('/admin/orders', 'manager')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  const question = readQuery(orderListQuery, query, { limit: '50' })
  const [{ rows: orders, nextCursor }, t] = [
    await listOrders(question),
    await getTranslations('admin.orders'),
  ]
  const path = pathIn(locale, '/admin/orders')
  const { status, q, cursor } = question
  return (
    <AdminMessages parts={['orders', 'form', 'record']}>
      <div className="grid min-w-0 gap-5">
        <Filters path={path} label={t('filters')}>
          <FilterText id="orders-q" name="q" label={t('search')} value={q ?? ''} />
          <FilterSelect
            id="orders-status"
            name="status"
            label={t('columns.status')}
            value={status ?? ''}
            all={t('all')}
            options={ORDER_STATUSES.map((key) => [key, t(`status.${key}`)])}
          />
        </Filters>
        {orders.length > 0 ? (
          <OrderList orders={orders} now={new Date()} submitContact={submitOrderContact} />
        ) : (
          <NoRows title={t('empty')} hint={t('emptyHint')} />
        )}
        <Pager
          label={t('pages')}
          path={path}
          query={{ q, status }}
          cursor={cursor}
          nextCursor={nextCursor}
        />
      </div>
    </AdminMessages>
  )
}
