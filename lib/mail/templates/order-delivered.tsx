import type { ReactElement } from 'react'
import { revisionsLeft } from '@/lib/studio'
import type { DeliveredOrder } from '../schema'
import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import { Help, ManageLink } from './visit'
import type { Voice } from './wording'

/**
 * To the customer: the edit is ready to be watched, and how many rounds of changes are left
 * (decision F1).
 */
export function OrderDelivered({
  order,
  voice,
  facts,
}: {
  order: DeliveredOrder
  voice: Voice
  facts: ReactElement
}) {
  const { t } = voice
  const left = revisionsLeft(order.tier, order.round + 1)
  return (
    <Layout
      voice={voice}
      title={t('orders.order_delivered.title')}
      preview={t('orders.order_delivered.preview', { id: order.orderId })}
      reason={t('orders.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('greeting', { name: order.name })}</Paragraph>
      <Paragraph>
        {t(order.round > 0 ? 'orders.order_delivered.again' : 'orders.order_delivered.intro')}
      </Paragraph>
      {order.link && (
        <Action primary href={order.link}>
          {t('orders.order_delivered.watch')}
        </Action>
      )}
      <Paragraph>{t('orders.order_delivered.revisions', { left })}</Paragraph>
      {facts}
      <ManageLink about="order" token={order.manageToken} voice={voice} />
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}
