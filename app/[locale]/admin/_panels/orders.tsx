import type { PricedLength, Tier } from '@/lib/studio'
import { getTranslations } from 'next-intl/server'
import { CursorPages } from '@/components/admin/cursor-pages'
import { Filters, FilterSelect, FilterText } from '@/components/admin/filters'
import { AdminMessages } from '@/components/admin/messages'
import { OrderList } from '@/components/admin/orders/order-list'
import { NoRecords } from '@/components/admin/records'
import { pathIn } from '@/lib/i18n/path'
import { listOrders } from '@/lib/orders/owner'
import { isLate, ORDER_STATUSES } from '@/lib/orders/rules'
import { orderListQuery } from '@/lib/orders/schema'
import type { PanelProps } from '../panel'
import { readQuery } from '../query'

export async function OrdersPanel({ query, locale }: PanelProps) {
  const question = readQuery(orderListQuery, query, { limit: '50' })
  const [{ orders, nextCursor }, t] = [
    await listOrders(question),
    await getTranslations('admin.orders'),
  ]
  const path = pathIn(locale, '/admin')
  const { status, q, cursor } = question
  const now = new Date()
  const listed = orders.map((order) => ({
    ...order,
    tier: order.tier as Tier,
    duration: order.duration as PricedLength,
    late: isLate(order, now),
  }))
  return (
    <AdminMessages parts={['orders', 'lists']}>
      <div className="grid min-w-0 gap-5">
        <Filters path={path} tab="orders" label={t('filters')}>
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
        {listed.length > 0 ? (
          <OrderList orders={listed} />
        ) : (
          <NoRecords title={t('empty')} hint={t('emptyHint')} />
        )}
        <CursorPages
          label={t('pages')}
          path={path}
          query={{ tab: 'orders', q, status }}
          cursor={cursor}
          nextCursor={nextCursor}
        />
      </div>
    </AdminMessages>
  )
}
