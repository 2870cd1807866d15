import { Check } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { ConfirmedPayment, Ticket } from '@/components/checkout/ticket'
import { Assistance, Message, NextSteps } from '@/components/checkout/confirmation-states'
import {
  Fact,
  PaidBadge,
  statusShown,
  TicketTools,
  Wishes,
} from '@/components/checkout/ticket-part'
import { senOf } from '@/lib/money'
import type { PaidOrder } from '@/lib/orders/schema'
import { LENGTH_KEYS } from '@/lib/studio'
import { longDate, studioDate } from '@/lib/time'

const STEPS = ['email', 'send', 'start', 'review'] as const

/** A paid order: what is made, and by when; customer and price; what happens next. */
export function OrderConfirmed({ order }: { order: PaidOrder }) {
  const t = useTranslations('order.success')
  const summary = useTranslations('order.summary')
  const editing = useTranslations('editing')
  const locale = useLocale()
  const status = statusShown(order)
  return (
    <div className="grid gap-6">
      <Message
        icon={<Check />}
        tone="good"
        title={t('header')}
        note={t(status === 'paid' ? 'greeting' : 'greetingUnpaid', { name: order.customerName })}
      />
      <Ticket
        title={t('order')}
        customer={{
          name: order.customerName,
          email: order.customerEmail,
          phone: order.customerPhone,
        }}
        payment={
          <ConfirmedPayment
            totalSen={senOf(order.totalAmount)}
            badge={<PaidBadge status={status} />}
            label={t('reference')}
            id={order.id}
          />
        }
      >
        {!order.dueAt && <Fact label={t('due')}>{t('dueOpen')}</Fact>}
        {order.dueAt && (
          <Fact
            label={t('due')}
            valueClassName="font-display text-xl leading-tight font-semibold text-balance sm:text-2xl"
          >
            {longDate(studioDate(new Date(order.dueAt)), locale)}
          </Fact>
        )}
        <Fact half label={summary('tier')} valueClassName="text-lg">
          {editing(`${order.tier}.name`)}
        </Fact>
        <Fact half label={summary('length')} valueClassName="text-lg">
          {editing(`lengths.${LENGTH_KEYS[order.duration]}`)}
        </Fact>
        <Fact label={t('rush')}>{t(order.rushService ? 'yes' : 'no')}</Fact>
      </Ticket>
      <TicketTools token={order.manageToken} receipt={order.receipt} />
      {order.requirements && <Wishes title={summary('requirements')} text={order.requirements} />}
      <OrderSteps />
      <Assistance note={t('help')} message={t('messageWithId', { id: order.id })} />
    </div>
  )
}

/** What happens between the payment and the finished video. */
export function OrderSteps() {
  const t = useTranslations('order.success')
  return (
    <section className="rounded-lg border border-line bg-card p-6 sm:p-8">
      <NextSteps heading="h2" title={t('next')} steps={STEPS.map((step) => t(`steps.${step}`))} />
    </section>
  )
}
