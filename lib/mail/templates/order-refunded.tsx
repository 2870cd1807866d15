import type { ReactElement } from 'react'
import { formatRM } from '@/lib/money'
import { SITE } from '@/lib/site'
import type { RefundedOrder } from '../schema'
import { Layout } from './layout'
import { Note, Paragraph } from './parts'
import { Help } from './visit'
import type { Voice } from './wording'

/** To the customer: this payment went back in full; after a second payment the order itself stands (decisions C7, C13). */
export function OrderRefunded({ order, voice, facts }: { order: RefundedOrder; voice: Voice; facts: ReactElement }) {
  const { t } = voice
  const amount = formatRM(order.refundedSen)
  return (
    <Layout
      voice={voice}
      title={t('orders.order_refunded.title')}
      preview={t('orders.order_refunded.preview', { amount })}
      reason={t('orders.reason', { studio: SITE.name })}
    >
      <Paragraph>{t('greeting', { name: order.name })}</Paragraph>
      <Paragraph>{t(`orders.order_refunded.${order.why}`, { id: order.orderId })}</Paragraph>
      <Paragraph>{t('orders.order_refunded.refund', { amount })}</Paragraph>
      {order.paymentIntentId && <Note>{`${t('facts.payment')}: ${order.paymentIntentId}`}</Note>}
      {facts}
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}
