import { Text } from '@react-email/text'
import type { ReactElement } from 'react'
import { translator } from '@/lib/i18n/messages'
import type { OrderFacts, OrderNotice } from '@/lib/mail/schema'
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
import { Enclosed, moneyWords, nextOf, refundSentences } from '@/lib/mail/templates/money'
import { Help, ManageLink } from '@/lib/mail/templates/visit'
import { taxFact, type Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'
import { LENGTH_KEYS, REVISIONS, revisionsLeft, RUSH_PERCENT } from '@/lib/studio'
import { longDate } from '@/lib/time'

type Props = { order: OrderNotice; voice: Voice }

// Where the texts of each notice are; those about money alone are the same for bookings.
const WORDS = {
  received: 'order_received',
  part: 'order_part',
  footage: 'order_footage',
  delivered: 'order_delivered',
  resumed: 'order_resumed',
  ended: 'order_refunded',
  duplicate: 'order_refunded',
  late: 'order_refunded',
} as const

export function orderWords(order: OrderNotice, voice: Voice) {
  const { t, locale } = voice
  const { says } = order.news
  const id = order.orderId
  if (!(says in WORDS)) return moneyWords(order.news, { kind: 'order', id }, voice)
  const at = WORDS[says as keyof typeof WORDS]
  const due = order.dueDate ? longDate(order.dueDate, locale) : ''
  return {
    subject: t(`orders.${at}.subject`, { id }),
    title: t(`orders.${at}.title`),
    preview:
      at === 'order_received' && !due
        ? t('orders.order_received.previewOpen', { id })
        : t(`orders.${at}.preview`, { id, due }),
  }
}

function introOf(order: OrderNotice, voice: Voice): string {
  const { t, locale } = voice
  const { news, orderId: id } = order
  switch (news.says) {
    case 'received':
      return t('orders.order_received.intro')
    case 'part':
      return t('orders.order_part.intro')
    case 'footage':
      return t('orders.order_footage.intro', {
        due: order.dueDate ? longDate(order.dueDate, locale) : '',
      })
    case 'delivered':
      return t(order.round > 1 ? 'orders.order_delivered.again' : 'orders.order_delivered.intro')
    case 'resumed':
      return t('orders.order_resumed.intro')
    case 'ended':
      return t('orders.order_refunded.studio', { id })
    case 'duplicate':
    case 'late':
      return t(`orders.order_refunded.${news.says}`, { id })
    default:
      return moneyWords(news, { kind: 'order', id }, voice).intro
  }
}

/** To the customer: what has changed of their order since they were told last. */
export function OrderNoticeMail({ order, voice }: Props) {
  const { t } = voice
  const { news, money } = order
  const { title, preview } = orderWords(order, voice)
  const next = nextOf(news, money, voice)
  return (
    <Layout
      voice={voice}
      title={title}
      preview={preview}
      reason={t('orders.reason', { studio: voice.studio.name })}
    >
      <Paragraph>{t('greeting', { name: order.name })}</Paragraph>
      <Paragraph>{introOf(order, voice)}</Paragraph>
      {news.dispute && news.says !== 'dispute' && (
        <Paragraph>{t(`dispute.${news.dispute}`)}</Paragraph>
      )}
      {refundSentences(news, money, voice).map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      {next && <Paragraph>{next}</Paragraph>}
      {news.says === 'received' && <NextSteps order={order} voice={voice} />}
      {news.says === 'delivered' && <Delivery order={order} voice={voice} />}
      <ManageLink
        main={['received', 'footage'].includes(news.says)}
        about="order"
        {...(news.says === 'received' && !order.dueDate && { action: 'footage' })}
        token={order.manageToken}
        voice={voice}
      />
      {orderFacts(order, voice, { keptSen: money.settledSen, owedSen: order.owedSen })}
      <Enclosed voice={voice} />
      <Help voice={voice} id={order.orderId} about="prefill_order" />
    </Layout>
  )
}

/** By when the edit will be done, and what we need for it (docs/decisions/020 D6, D8). */
function NextSteps({ order, voice }: Props) {
  const { t, locale } = voice
  const due = order.dueDate ? longDate(order.dueDate, locale) : ''
  return (
    <>
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
    </>
  )
}

/** Where the edit is, and how many rounds of changes are left. */
function Delivery({ order, voice: { t } }: Props) {
  return (
    <>
      {order.link && (
        <Action primary href={order.link}>
          {t('orders.order_delivered.watch')}
        </Action>
      )}
      <Paragraph>
        {t('orders.order_delivered.revisions', { left: revisionsLeft(order.tier, order.round) })}
      </Paragraph>
    </>
  )
}

/** What was ordered, by whom, and what it cost. */
export function orderFacts(
  order: OrderFacts,
  voice: Voice,
  { keptSen, owedSen } = { keptSen: 0, owedSen: 0 },
): ReactElement {
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
    ...(owedSen > 0
      ? [
          { label: t('amount.kept'), value: formatRM(keptSen) },
          { label: t('amount.open'), value: formatRM(owedSen) },
        ]
      : []),
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
