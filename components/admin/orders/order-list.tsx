import { LENGTH_KEYS } from '@/lib/studio'
import { useFormatter, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { formatRM, senOf } from '@/lib/money'
import { nextStatuses, type OrderStatus } from '@/lib/orders/rules'
import { PaymentBadge } from '../payment-badge'
import { RecordCell, RecordRow, Records } from '../records'
import { OrderActions } from './order-actions'
import type { ListedOrder } from './types'

const VARIANT = {
  pending: 'default',
  paid: 'default',
  in_progress: 'default',
  delivered: 'success',
  completed: 'secondary',
  cancelled: 'outline',
  refunded: 'outline',
} as const
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const COLUMNS = ['order', 'customer', 'edit', 'total', 'due', 'status', 'actions'] as const

/** The video editing orders, newest first. */
export function OrderList({ orders }: { orders: ListedOrder[] }) {
  const t = useTranslations('admin.orders')
  return (
    <Records label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </Records>
  )
}

function OrderRow({ order }: { order: ListedOrder }) {
  const t = useTranslations('admin.orders')
  const words = useTranslations('editing')
  const format = useFormatter()
  const status = order.status as OrderStatus
  return (
    <RecordRow>
      <RecordCell label={t('columns.order')} className="figures text-xs text-muted">
        #{order.id}
        <span className="block">{format.dateTime(new Date(order.createdAt), DAY)}</span>
      </RecordCell>
      <RecordCell label={t('columns.customer')}>
        <span className="block font-medium wrap-anywhere">{order.customerName}</span>
        <a
          href={`mailto:${order.customerEmail}`}
          className="block text-xs text-muted wrap-anywhere hover:text-fg"
        >
          {order.customerEmail}
        </a>
        {order.customerPhone && (
          <span className="figures block text-xs text-muted">{order.customerPhone}</span>
        )}
      </RecordCell>
      <RecordCell label={t('columns.edit')}>
        {t(`tiers.${order.tier}`)}, {words(`lengths.${LENGTH_KEYS[order.duration]}`)}
        {order.rushService && <Badge className="ml-2">{t('rush')}</Badge>}
        {order.requirements && (
          <span className="block max-w-72 text-xs whitespace-pre-line text-muted wrap-anywhere">
            {order.requirements}
          </span>
        )}
      </RecordCell>
      <RecordCell label={t('columns.total')} className="figures whitespace-nowrap">
        {formatRM(senOf(order.totalAmount))}
      </RecordCell>
      <RecordCell label={t('columns.due')} className="figures lg:whitespace-nowrap">
        {order.dueAt ? format.dateTime(new Date(order.dueAt), DAY) : '–'}
        {order.late && <span className="block text-xs text-onair-soft">{t('late')}</span>}
      </RecordCell>
      <RecordCell label={t('columns.status')}>
        <span className="flex flex-wrap gap-1.5 lg:grid lg:justify-items-start">
          <Badge variant={VARIANT[status]}>{t(`status.${status}`)}</Badge>
          {/* Once is enough: the order's own status says paid and refunded too. */}
          {order.paymentStatus !== 'paid' && order.paymentStatus !== status && (
            <PaymentBadge state={order.paymentStatus} />
          )}
          {order.disputed && <Badge variant="destructive">{t('disputed')}</Badge>}
        </span>
        {order.deliveries > 0 && (
          <span className="block pt-1 text-xs text-muted">
            {t('revisionsLeft', { count: order.revisionsLeft })}
          </span>
        )}
        {order.deliveryLink && (
          <a
            href={order.deliveryLink}
            target="_blank"
            rel="noopener noreferrer"
            className="block text-xs text-tungsten underline underline-offset-4"
          >
            {t('deliveryLink')}
          </a>
        )}
      </RecordCell>
      <RecordCell label={t('columns.actions')}>
        {nextStatuses(status).length === 0 && <span className="text-muted">–</span>}
        <OrderActions
          order={{
            id: order.id,
            updatedAt: order.updatedAt,
            total: formatRM(senOf(order.totalAmount)),
          }}
          from={status}
          steps={nextStatuses(status)}
        />
      </RecordCell>
    </RecordRow>
  )
}
