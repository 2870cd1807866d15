'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Confirm } from '@/components/admin/shared/dialogs'
import { Kept, useLeave } from '@/components/admin/shared/kept'
import { EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import type { OrderStatus } from '@/lib/orders/rules'
import { orderStatusBody } from '@/lib/orders/schema'

type Props = {
  /** `kept`: what a refund would send back. */
  order: { id: number; updatedAt: string; total: string; kept: string }
  from: OrderStatus
  steps: readonly OrderStatus[]
  /** Its refund failed, and the money is still here. */
  refundFailed: boolean
  /** It is paid, and the studio has no footage yet. */
  waitsForFootage: boolean
}

/**
 * The possible next steps of an order. Steps that mail the customer or refund money are confirmed
 * first.
 */
export function OrderActions({ order, from, steps, refundFailed, waitsForFootage }: Props) {
  const t = useTranslations('admin.orders')
  const { send, refresh, pending, succeeded } = useSave()
  const [asking, setAsking] = useState<OrderStatus | null>(null)

  const path = `/api/video-editing-orders/${order.id}/status`
  const take = async (status: OrderStatus) => {
    const result = await send('PATCH', path, { status, version: order.updatedAt })
    setAsking(null)
    if (result.ok) succeeded(t(`done.${status}`, { id: String(order.id) }))
    if (result.ok || result.status === 409) refresh()
  }

  const receive = async () => {
    const address = `/api/video-editing-orders/${order.id}/footage`
    const result = await send('PATCH', address, { version: order.updatedAt })
    if (result.ok) succeeded(t('footageDone', { id: String(order.id) }))
    if (result.ok || result.status === 409) refresh()
  }

  const name = (status: OrderStatus) => {
    if (status === 'refunded' && refundFailed) return t('steps.refundAgain')
    if (status !== 'in_progress' || from === 'paid') return t(`steps.${status}`)
    return t(from === 'refunded' ? 'steps.resume' : 'steps.revise')
  }
  const asksFirst = (status: OrderStatus) => ['delivered', 'refunded', 'cancelled'].includes(status)
  const close = () => setAsking(null)
  return (
    <div className="flex flex-wrap gap-2 lg:min-w-36">
      {waitsForFootage && (
        <Button size="sm" variant="outline" pending={pending} onClick={() => void receive()}>
          {t('footageReceived')}
        </Button>
      )}
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
        <Kept close={close}>
          <DeliverDialog path={path} order={order} refresh={refresh} />
        </Kept>
      )}
      {(asking === 'refunded' || asking === 'cancelled') && (
        <Confirm
          title={t(`ask.${asking}`, { id: String(order.id) })}
          text={
            asking === 'refunded'
              ? t(from === 'pending' ? 'askText.partPaid' : 'askText.refunded', {
                  total: order.kept,
                })
              : refundFailed
                ? t('askText.closed', { kept: order.kept })
                : t('askText.cancelled', { total: order.total })
          }
          action={name(asking)}
          pending={pending}
          confirm={() => void take(asking)}
          close={close}
        />
      )}
    </div>
  )
}

type DeliverDialogProps = {
  path: string
  order: Props['order']
  refresh: () => void
}

/** Delivers a finished edit: the customer is mailed, with the link if there is one. */
function DeliverDialog({ path, order, refresh }: DeliverDialogProps) {
  const leave = useLeave()
  const t = useTranslations('admin.orders')
  const lists = useTranslations('admin.lists')
  const id = String(order.id)
  const entry = useEntry({
    method: 'PATCH',
    path,
    schema: orderStatusBody,
    fields: ['link'],
    body({ link }) {
      const address = String(link).trim()
      return { status: 'delivered', ...(address && { link: address }) }
    },
    version: order.updatedAt,
    refusedAt: { field: 'link' },
    refused: ({ status }) => status === 409 && refresh(),
    saved: t('done.delivered', { id }),
    done: leave,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && !entry.pending && leave()}>
      <DialogContent closeLabel={lists('close')}>
        <DialogHeader>
          <DialogTitle>{t('ask.delivered', { id })}</DialogTitle>
          <DialogDescription>{t('askText.delivered')}</DialogDescription>
        </DialogHeader>
        <EntryForm entry={entry}>
          <TextEntry
            name="link"
            label={t('link')}
            hint={t('linkHint')}
            type="url"
            inputMode="url"
            placeholder="https://"
          />
          <DialogFooter>
            <Button type="submit" pending={entry.pending}>
              {t('steps.delivered')}
            </Button>
          </DialogFooter>
        </EntryForm>
      </DialogContent>
    </Dialog>
  )
}
