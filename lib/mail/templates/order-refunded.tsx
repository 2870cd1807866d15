import type { ReactElement } from 'react'
import { formatRM } from '@/lib/money'
import type { RefundedOrder } from '../schema'
import { Layout } from './layout'
import { Facts, Paragraph, Part } from './parts'
import { Help, ManageLink } from './visit'
import type { Voice } from './wording'

/**
 * To the customer: this payment went back in full; after a second payment the order itself stands
 * (decisions C7, C13).
 */
export function OrderRefunded({
  order,
  voice,
  facts,
}: {
  order: RefundedOrder
  voice: Voice
  facts: ReactElement
}) {
  const { t } = voice
  const amount = formatRM(order.refundedSen)
  return (
    <Layout
      voice={voice}
      title={t('orders.order_refunded.title')}
      preview={t('orders.order_refunded.preview', { amount })}
      reason={t('orders.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('greeting', { name: order.name })}</Paragraph>
      <Paragraph>{t(`orders.order_refunded.${order.why}`, { id: order.orderId })}</Paragraph>
      <Paragraph>{t('orders.order_refunded.refund', { amount })}</Paragraph>
      <Part title={t('amount.refunded')}>
        <Facts
          facts={[
            { label: t('amount.title'), value: amount, strong: true },
            ...(order.paymentIntentId
              ? [{ label: t('facts.payment'), value: order.paymentIntentId }]
              : []),
          ]}
        />
      </Part>
      {facts}
      <ManageLink about="order" token={order.manageToken} voice={voice} />
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}
