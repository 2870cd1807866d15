import { Text } from '@react-email/text'
import type { ReactElement } from 'react'
import { translator } from '@/lib/i18n/messages'
import type { DeliveredOrder, OrderFacts, OrderMail, RefundedOrder } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import {
  Action,
  Bullets,
  type MailFact,
  Facts,
  Lines,
  Paragraph,
  Part,
  Plate,
  plateText,
} from '@/lib/mail/templates/parts'
import { RefundFacts } from '@/lib/mail/templates/session'
import { Help, ManageLink, ReceiptAttached } from '@/lib/mail/templates/visit'
import { taxFact, type Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'
import { LENGTH_KEYS, REVISIONS, revisionsLeft, RUSH_PERCENT } from '@/lib/studio'
import { longDate } from '@/lib/time'

/**
 * To the customer: the order is paid, what we need now, and when it will be done
 * (docs/decisions/020 D6, F1).
 */
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
      preview={
        due
          ? t('orders.order_received.preview', { id: order.orderId, due })
          : t('orders.order_received.previewOpen', { id: order.orderId })
      }
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
            t(due ? 'orders.order_received.has' : 'orders.order_received.send'),
            t('orders.order_received.start'),
            due ? t('orders.order_received.due', { due }) : t('orders.order_received.dueOpen'),
          ]}
        />
      </Part>
      <ManageLink main about="order" token={order.manageToken} voice={voice} />
      {facts}
      <ReceiptAttached voice={voice} />
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}

/**
 * To the customer: the footage has arrived, and by when the edit will be done (docs/decisions/020
 * D8).
 */
export function FootageReceived({
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
      title={t('orders.order_footage.title')}
      preview={t('orders.order_footage.preview', { id: order.orderId, due })}
      reason={t('orders.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('greeting', { name: order.name })}</Paragraph>
      <Paragraph>{t('orders.order_footage.intro', { due })}</Paragraph>
      <ManageLink main about="order" token={order.manageToken} voice={voice} />
      {facts}
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}

/**
 * To the customer: the edit is ready to be watched, and how many rounds of changes are left
 * (docs/decisions/020 F1).
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

/**
 * To the customer: what becomes of this payment; after a duplicate payment the order itself remains
 * (docs/decisions/020 C7, C13).
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
  const { money, refundedSen } = order
  const before = money && { back: Math.max(money.backSen - refundedSen, 0), returnedAtStudio: 0 }
  return (
    <Layout
      voice={voice}
      title={t('orders.order_refunded.title')}
      preview={t('orders.order_refunded.preview', { id: order.orderId })}
      reason={t('orders.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('greeting', { name: order.name })}</Paragraph>
      <Paragraph>{t(`orders.order_refunded.${order.why}`, { id: order.orderId })}</Paragraph>
      <RefundFacts money={money} before={before} voice={voice} />
      {order.paymentIntentId && (
        <Part title={t('amount.refunded')}>
          <Facts facts={[{ label: t('facts.payment'), value: order.paymentIntentId }]} />
        </Part>
      )}
      {facts}
      <ManageLink about="order" token={order.manageToken} voice={voice} />
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}

/** The body of a mail about a video editing order. */
export function orderSheet(content: OrderMail, voice: Voice): ReactElement {
  switch (content.kind) {
    case 'order_received':
      return (
        <OrderReceived
          order={content.payload}
          voice={voice}
          facts={orderFacts(content.payload, voice)}
        />
      )
    case 'order_footage':
      return (
        <FootageReceived
          order={content.payload}
          voice={voice}
          facts={orderFacts(content.payload, voice)}
        />
      )
    case 'order_delivered':
      return (
        <OrderDelivered
          order={content.payload}
          voice={voice}
          facts={orderFacts(content.payload, voice)}
        />
      )
    case 'order_refunded':
      return (
        <OrderRefunded
          order={content.payload}
          voice={voice}
          facts={orderFacts(content.payload, voice)}
        />
      )
  }
}

/** What was ordered, by whom, and what it cost. */
export function orderFacts(order: OrderFacts, voice: Voice): ReactElement {
  const { locale, t } = voice
  const words = translator(locale, 'editing')
  const what: MailFact[] = [
    { label: t('orders.facts.reference'), value: `#${order.orderId}`, strong: true },
    { label: t('orders.facts.tier'), value: words(`${order.tier}.name`) },
    { label: t('orders.facts.length'), value: words(`lengths.${LENGTH_KEYS[order.length]}`) },
    { label: t('orders.facts.revisions'), value: String(REVISIONS[order.tier]) },
    ...(order.dueDate
      ? [{ label: t('orders.facts.due'), value: longDate(order.dueDate, locale), strong: true }]
      : []),
    { label: t('facts.name'), value: order.name },
    { label: t('facts.email'), value: order.email },
    ...(order.phone ? [{ label: t('facts.phone'), value: order.phone }] : []),
    ...(order.requirements
      ? [{ label: t('orders.facts.requirements'), value: <Lines text={order.requirements} /> }]
      : []),
  ]
  const amounts: MailFact[] = [
    { label: words('price'), value: formatRM(order.priceSen + order.discountSen) },
    ...(order.discount
      ? [{ label: t(`orders.amount.${order.discount}`), value: formatRM(-order.discountSen) }]
      : []),
    ...(order.rush
      ? [{ label: words('surcharge', { percent: RUSH_PERCENT }), value: formatRM(order.rushSen) }]
      : []),
    ...taxFact(order, voice),
    { label: t('orders.amount.total'), value: formatRM(order.totalSen), strong: true },
  ]
  return (
    <>
      <Part title={t('orders.facts.title')}>
        <Facts facts={what} />
      </Part>
      <Part title={t('amount.title')}>
        <Facts facts={amounts} />
      </Part>
    </>
  )
}
