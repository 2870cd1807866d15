'use client'
import { Check } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { Confirmation } from '@/components/checkout/confirmation'
import { Assistance, Cancelled, Message, Refunded } from '@/components/checkout/confirmation-states'
import { type ReturnReader, usePaymentStatus } from '@/components/checkout/follow-payment'
import type { Elements } from '@/components/ui/elements'
import { pathIn } from '@/lib/i18n/path'
import { endOfPaidOrder } from '@/lib/orders/rules'
import type { PaidOrder } from '@/lib/orders/schema'
import { forgetOrderPurchase, rememberedQuery } from './choice'
import { OrderConfirmed, OrderSteps } from './order-confirmed'

const ORDER: ReturnReader<PaidOrder> = {
  path: '/api/video-editing-orders',
  forget: forgetOrderPurchase,
  endOf: endOfPaidOrder,
}

export function SuccessIsland({ picture, nextLinks }: { picture: Elements; nextLinks: Elements }) {
  const t = useTranslations('order.success')
  return (
    <Confirmation
      view={usePaymentStatus(ORDER)}
      loading={t('loading')}
      again={`${pathIn(useLocale(), '/video-editing-checkout')}${rememberedQuery()}`}
      ends={{
        confirmed: (order) => <OrderConfirmed order={order} picture={picture} />,
        refunded: (order) => <OrderRefunded paid={order} />,
        cancelled: (order) => <OrderCancelled paid={order} />,
      }}
      generic={<OrderWithoutDetails />}
    >
      {nextLinks}
    </Confirmation>
  )
}

type Ended = { paid: PaidOrder }

/** A success whose details this browser may not see: nothing personal, only what happens next. */
function OrderWithoutDetails() {
  const t = useTranslations('order.success')
  const shared = useTranslations('confirmation')
  return (
    <div className="grid gap-6">
      <Message icon={<Check />} tone="good" title={t('header')} note={shared('generic.note')} />
      <OrderSteps />
      <Assistance note={t('help')} message={t('message')} />
    </div>
  )
}

/**
 * This payment was refunded: with the whole order, or only the second of two payments for it
 * (docs/decisions/020 C13).
 */
function OrderRefunded({ paid: { id, status, paymentStatus, money } }: Ended) {
  const t = useTranslations('order.success')
  const locale = useLocale()
  const isOver = status === 'refunded' || status === 'cancelled'
  return (
    <Refunded
      paymentStatus={paymentStatus}
      money={money}
      note={t(`refunded.${isOver ? 'note' : 'duplicate'}`, { id })}
      reference={`${t('reference')} #${id}`}
      another={{ href: `${pathIn(locale, '/')}#editing`, text: t('another') }}
      message={t('messageWithId', { id })}
    />
  )
}

function OrderCancelled({ paid: { id, money } }: Ended) {
  const t = useTranslations('order.success')
  return (
    <Cancelled
      title={t('cancelled.title')}
      note={t('cancelled.note', { id })}
      money={money}
      message={t('messageWithId', { id })}
    />
  )
}
