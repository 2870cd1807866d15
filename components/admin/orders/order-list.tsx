import { useDates } from '@/components/dates'
import { LENGTH_KEYS } from '@/lib/studio'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { formatRM, senOf } from '@/lib/money'
import { isLate, nextStatuses, type OrderStatus } from '@/lib/orders/rules'
import { mailtoHref } from '@/lib/settings/links'
import { studioDate } from '@/lib/time'
import { PaymentBadge } from '@/components/admin/shared/badges'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { RecordPayment } from '@/components/admin/shared/record-payment'
import type { FormAction } from '@/components/admin/shared/run-action'
import { FinanceContact } from './finance-contact'
import { OrderActions } from './order-actions'
import type { AdminOrder } from '@/lib/admin/orders/schema'

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

type Props = { orders: AdminOrder[]; now: Date; submitContact: FormAction }

/** The video editing orders, newest first. */
export function OrderList({ orders, now, submitContact }: Props) {
  const t = useTranslations('admin.orders')
  return (
    <ListTable label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {orders.map((order) => (
        <OrderRow
          key={order.id}
          order={order}
          late={isLate(order, now)}
          today={studioDate(now)}
          submitContact={submitContact}
        />
      ))}
    </ListTable>
  )
}

type RowProps = {
  order: AdminOrder
  /** Past its due date and not delivered. */
  late: boolean
  today: string
  submitContact: FormAction
}

function OrderRow({ order, late, today, submitContact }: RowProps) {
  const t = useTranslations('admin.orders')
  const words = useTranslations('editing')
  const format = useDates()
  const status = order.status as OrderStatus
  const steps = nextStatuses(status, order.refundFailed, senOf(order.keptAmount) > 0)
  const isWaiting = status === 'paid' && order.footageAt === null
  return (
    <ListRow>
      <ListCell
        label={t('columns.order')}
        className="figures text-xs text-muted lg:whitespace-nowrap"
      >
        <span>{`#${order.id}`}</span>
        <span className="block">{format.dateTime(new Date(order.createdAt), DAY)}</span>
      </ListCell>
      <ListCell label={t('columns.customer')} className="lg:min-w-46">
        <span className="block font-medium wrap-anywhere">{order.customerName}</span>
        <a
          href={mailtoHref(order.customerEmail)}
          className="block text-xs text-muted wrap-anywhere hover:text-fg max-lg:-my-3 max-lg:py-3"
        >
          {order.customerEmail}
        </a>
        {order.customerPhone && (
          <span className="figures block text-xs text-muted">{order.customerPhone}</span>
        )}
        <FinanceContact
          order={{
            id: order.id,
            updatedAt: order.updatedAt,
            financeEmail: order.financeEmail,
          }}
          submit={submitContact}
        />
      </ListCell>
      <ListCell label={t('columns.edit')}>
        <span className="flex flex-wrap items-center gap-x-2">
          <span>
            {t('edit', {
              tier: t(`tiers.${order.tier}`),
              length: words(`lengths.${LENGTH_KEYS[order.duration]}`),
            })}
          </span>
          {order.rushService && <Badge>{t('rush')}</Badge>}
        </span>
        {order.requirements && (
          <span className="block max-w-72 text-xs whitespace-pre-line text-muted wrap-anywhere">
            {order.requirements}
          </span>
        )}
        {order.footageLinks.map((link, index) => (
          <a
            key={link}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="block max-w-72 text-xs text-tungsten underline underline-offset-4 max-lg:py-3"
          >
            {t('footageLink', { number: index + 1 })}
          </a>
        ))}
      </ListCell>
      <ListCell label={t('columns.total')} className="figures whitespace-nowrap">
        <span>{formatRM(senOf(order.totalAmount))}</span>
        {order.owedSen > 0 && senOf(order.keptAmount) > 0 && (
          <span className="block text-xs text-muted">
            {t('owed', { amount: formatRM(order.owedSen) })}
          </span>
        )}
        {order.receipts.map(({ id, number }) => (
          <a
            key={id}
            href={`/api/admin/receipts/${id}`}
            target="_blank"
            rel="noopener"
            className="block text-xs text-tungsten underline underline-offset-4 max-lg:py-3"
          >
            {number}
          </a>
        ))}
      </ListCell>
      <ListCell label={t('columns.due')} className="figures lg:whitespace-nowrap">
        <span>{order.dueAt ? format.dateTime(new Date(order.dueAt), DAY) : '–'}</span>
        {isWaiting && <span className="block text-xs text-muted">{t('noFootage')}</span>}
        {late && <span className="block text-xs text-onair-soft">{t('late')}</span>}
      </ListCell>
      <ListCell label={t('columns.status')}>
        <span className="flex flex-wrap gap-1.5 lg:grid lg:justify-items-start">
          <Badge variant={order.refund === 'refund_failed' ? 'destructive' : VARIANT[status]}>
            {order.refund ? t(`refunds.${order.refund}`) : t(`status.${status}`)}
          </Badge>
          {/* Shown only once: the order's own status says paid and refunded too. */}
          {!order.refund && order.paymentStatus !== 'paid' && order.paymentStatus !== status && (
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
            className="block text-xs text-tungsten underline underline-offset-4 max-lg:py-3"
          >
            {t('deliveryLink')}
          </a>
        )}
      </ListCell>
      <ListCell label={t('columns.actions')}>
        {steps.length === 0 && <span className="text-muted">–</span>}
        {order.owedSen > 0 && (
          <span className="block pb-2">
            <RecordPayment
              about={{ orderId: order.id }}
              owedSen={order.owedSen}
              version={order.updatedAt}
              today={today}
              size="sm"
            />
          </span>
        )}
        <OrderActions
          order={{
            id: order.id,
            updatedAt: order.updatedAt,
            total: formatRM(senOf(order.totalAmount)),
            kept: formatRM(senOf(order.keptAmount)),
          }}
          from={status}
          steps={steps}
          refundFailed={order.refundFailed}
          waitsForFootage={isWaiting}
        />
      </ListCell>
    </ListRow>
  )
}
