import { useLocale, useTranslations } from 'next-intl'
import {
  Assistance,
  CONFIRMED,
  ConfirmedHeader,
  NextSteps,
} from '@/components/checkout/confirmation-states'
import { Admission, ConfirmedPayment } from '@/components/checkout/ticket'
import {
  Fact,
  PaidBadge,
  statusShown,
  TicketTools,
  Wishes,
} from '@/components/checkout/ticket-part'
import type { Elements } from '@/components/ui/elements'
import { senOf } from '@/lib/money'
import type { PaidOrder } from '@/lib/orders/schema'
import { LENGTH_KEYS } from '@/lib/studio'
import { longDate, studioDate } from '@/lib/time'

const STEPS = ['email', 'send', 'start', 'review'] as const

/** A paid order: what is made, and by when; customer and price; what happens next. */
export function OrderConfirmed({ order, picture }: { order: PaidOrder; picture: Elements }) {
  const t = useTranslations('order.success')
  const summary = useTranslations('order.summary')
  const editing = useTranslations('editing')
  const tools = useTranslations('confirmation.tools')
  const locale = useLocale()
  const status = statusShown(order)
  return (
    <div className={CONFIRMED}>
      <ConfirmedHeader
        title={t('header')}
        note={t(status === 'paid' ? 'greeting' : 'greetingUnpaid', { name: order.customerName })}
      />
      <Admission
        title={t('order')}
        picture={picture}
        actions={
          <TicketTools
            token={order.manageToken}
            receipt={order.receipt}
            manage={tools(order.footageAt ? 'order' : 'footage')}
          />
        }
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
            valueClassName="font-display text-[clamp(1.5rem,7vw,1.9375rem)] leading-tight font-semibold text-balance md:text-3xl"
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
      </Admission>
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
