'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { OrderStatus } from '@/lib/orders/rules'
import { Confirm } from '../confirm'
import { useSave } from '../use-save'
import { DeliverDialog } from './deliver-dialog'

type Props = {
  order: { id: number; updatedAt: string; total: string }
  from: OrderStatus
  steps: readonly OrderStatus[]
}

/**
 * The steps an order can take from where it is. What tells the customer or moves money asks first.
 */
export function OrderActions({ order, from, steps }: Props) {
  const t = useTranslations('admin.orders')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState<OrderStatus | null>(null)

  const take = async (status: OrderStatus, link?: string) => {
    const body = { status, version: order.updatedAt, ...(link && { link }) }
    const result = await send('PATCH', `/api/video-editing-orders/${order.id}/status`, body, {
      quiet: status === 'delivered',
    })
    // the form of a delivery stays, with what was typed
    if (result.ok || status !== 'delivered') setAsking(null)
    if (result.ok) succeeded(t(`done.${status}`, { id: String(order.id) }))
    if (result.ok || result.status === 409) refresh()
    return result
  }

  const name = (status: OrderStatus) =>
    t(status === 'in_progress' && from !== 'paid' ? 'steps.revise' : `steps.${status}`)
  const asksFirst = (status: OrderStatus) => ['delivered', 'refunded', 'cancelled'].includes(status)
  const close = () => setAsking(null)
  return (
    <div className="flex flex-wrap gap-2 lg:min-w-36">
      {steps.map((status) => (
        <Button
          key={status}
          size="sm"
          variant={status === 'refunded' || status === 'cancelled' ? 'ghost' : 'outline'}
          pending={pending && !asking}
          onClick={() => (asksFirst(status) ? setAsking(status) : void take(status))}
        >
          {name(status)}
        </Button>
      ))}
      {asking === 'delivered' && (
        <DeliverDialog
          orderId={order.id}
          pending={pending}
          deliver={(link) => take('delivered', link)}
          close={close}
        />
      )}
      {(asking === 'refunded' || asking === 'cancelled') && (
        <Confirm
          title={t(`ask.${asking}`, { id: String(order.id) })}
          text={t(`askText.${asking}`, { total: order.total })}
          action={name(asking)}
          pending={pending}
          confirm={() => void take(asking)}
          close={close}
        />
      )}
    </div>
  )
}
