import { Text } from '@react-email/components'
import type { ReactElement } from 'react'
import { longDate } from '@/lib/time'
import type { OrderFacts } from '../schema'
import { Layout } from './layout'
import { Bullets, Paragraph, Part, Plate, plateText } from './parts'
import { Help, ManageLink } from './visit'
import type { Voice } from './wording'

/** To the customer: the order is paid, what we need now, and when it is done (decisions D6, F1). */
export function OrderReceived({
  order,
  voice,
  facts,
}: {
  order: OrderFacts
  voice: Voice
  facts: ReactElement
}) {
  const { t, locale } = voice
  const due = order.dueDate ? longDate(order.dueDate, locale) : ''
  return (
    <Layout
      voice={voice}
      title={t('orders.order_received.title')}
      preview={t('orders.order_received.preview', { id: order.orderId, due })}
      reason={t('orders.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('greeting', { name: order.name })}</Paragraph>
      <Paragraph>{t('orders.order_received.intro')}</Paragraph>
      {due && (
        <Plate
          label={t('orders.facts.due')}
          note={`${t('orders.facts.reference')} #${order.orderId}`}
        >
          <Text style={plateText}>{due}</Text>
        </Plate>
      )}
      <Part title={t('next.title')}>
        <Bullets
          items={[
            t('orders.order_received.send'),
            t('orders.order_received.start'),
            t('orders.order_received.due', { due }),
          ]}
        />
      </Part>
      <ManageLink main about="order" token={order.manageToken} voice={voice} />
      {facts}
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}
