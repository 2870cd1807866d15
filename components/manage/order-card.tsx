import { getTranslations } from 'next-intl/server'
import { Fact, TicketPart } from '@/components/confirmation/ticket-part'
import type { OrderWords } from '@/components/orders/types'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { RUSH_PERCENT } from '@/lib/studio'
import type { ManagedOrder } from '@/lib/orders/schema'
import { taxLabelIn } from '@/lib/site'
import { longDate } from '@/lib/time'

type CardProps = { order: ManagedOrder; words: OrderWords; locale: Locale }

/** The order as its ticket: what is made and by when, and what was paid for it. */
export async function OrderCard({ order, words, locale }: CardProps) {
  const [t, success, summary, payment] = await Promise.all([
    getTranslations('orderPage'),
    getTranslations('order.success'),
    getTranslations('order.summary'),
    getTranslations('payment.summary'),
  ])
  const taxLabel = payment('tax', {
    label: taxLabelIn(order.taxLabel, payment('taxWord')),
    rate: order.taxRate / 100,
  })
  return (
    <article
      aria-label={t('ticket')}
      className="grid overflow-hidden rounded-lg border border-line bg-card md:grid-cols-[1.2fr_1fr]"
    >
      <TicketPart title={t('ticket')} className="border-t-0 bg-raised">
        {order.dueOn && (
          <Fact
            label={success('due')}
            valueClassName="font-display text-xl leading-tight font-semibold text-balance sm:text-2xl"
          >
            {longDate(order.dueOn, locale)}
          </Fact>
        )}
        <Fact half label={summary('tier')} valueClassName="text-lg">
          {words.tiers[order.tier]}
        </Fact>
        <Fact half label={summary('length')} valueClassName="text-lg">
          {words.lengths[order.duration]}
        </Fact>
        <Fact label={success('rush')}>{success(order.rushService ? 'yes' : 'no')}</Fact>
        {order.requirements && (
          <Fact
            label={summary('requirements')}
            valueClassName="text-sm whitespace-pre-line text-muted"
          >
            {order.requirements}
          </Fact>
        )}
      </TicketPart>
      <TicketPart title={success('payment')} tear>
        <Fact half label={success('reference')} valueClassName="text-lg">
          #{order.id}
        </Fact>
        {order.paidOn && (
          <Fact half label={t('paidOn')}>
            {longDate(order.paidOn, locale)}
          </Fact>
        )}
        <Fact half label={summary('price')}>
          {formatRM(order.priceSen + order.discountSen)}
        </Fact>
        {order.discount && (
          <Fact half label={summary(order.discount)}>
            {formatRM(-order.discountSen)}
          </Fact>
        )}
        {order.rushService && (
          <Fact half label={summary('rush', { percent: RUSH_PERCENT })}>
            {formatRM(order.rushSen)}
          </Fact>
        )}
        <Fact half label={taxLabel}>
          {formatRM(order.taxSen)}
        </Fact>
        <Fact
          label={payment('total')}
          valueClassName="font-display text-2xl font-semibold text-tungsten"
        >
          {formatRM(order.totalSen)}
        </Fact>
      </TicketPart>
    </article>
  )
}
