import type { ReactElement } from 'react'
import { translator } from '@/lib/i18n/messages'
import { formatRM } from '@/lib/money'
import { LENGTH_KEYS, REVISIONS, RUSH_PERCENT } from '@/lib/studio'
import { longDate } from '@/lib/time'
import type { OrderFacts, OrderMail } from '../schema'
import { OrderDelivered } from './order-delivered'
import { OrderReceived } from './order-received'
import { OrderRefunded } from './order-refunded'
import { Facts, Lines, Part, type Fact } from './parts'
import { taxText, type Voice } from './wording'

/** The sheet of a mail about a video editing order. */
export function orderSheet(content: OrderMail, voice: Voice): ReactElement {
  switch (content.kind) {
    case 'order_received':
      return (
        <OrderReceived
          order={content.payload}
          voice={voice}
          facts={factsOf(content.payload, voice)}
        />
      )
    case 'order_delivered':
      return (
        <OrderDelivered
          order={content.payload}
          voice={voice}
          facts={factsOf(content.payload, voice)}
        />
      )
    case 'order_refunded':
      return (
        <OrderRefunded
          order={content.payload}
          voice={voice}
          facts={factsOf(content.payload, voice)}
        />
      )
  }
}

/** What was ordered, by whom, and what it cost. */
function factsOf(order: OrderFacts, voice: Voice): ReactElement {
  const { locale, t } = voice
  const words = translator(locale, 'editing')
  const what: Fact[] = [
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
  const amounts: Fact[] = [
    { label: words('price'), value: formatRM(order.priceSen + order.discountSen) },
    ...(order.discount
      ? [{ label: t(`orders.amount.${order.discount}`), value: formatRM(-order.discountSen) }]
      : []),
    ...(order.rush
      ? [{ label: words('surcharge', { percent: RUSH_PERCENT }), value: formatRM(order.rushSen) }]
      : []),
    { label: taxText(order, voice), value: formatRM(order.taxSen) },
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
