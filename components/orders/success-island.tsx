'use client'
import { CalendarX, Check, Undo2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import {
  Assistance,
  Confirming,
  Failed,
  Later,
  Loading,
  Message,
  Support,
} from '@/components/checkout/confirmation-states'
import {
  type ReturnReader,
  showsNextSteps,
  usePaymentStatus,
} from '@/components/checkout/follow-payment'
import { statusShown } from '@/components/checkout/ticket-part'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import { pathIn } from '@/lib/i18n/path'
import { formatRM, senOf } from '@/lib/money'
import { PAID_STATUSES } from '@/lib/orders/rules'
import type { PaidOrder } from '@/lib/orders/schema'
import { hasRefund } from '@/lib/payments/rules'
import { forgetPurchase, rememberedQuery } from './choice'
import { OrderSteps, OrderTicket } from './order-ticket'

const ORDER: ReturnReader<PaidOrder> = {
  path: '/api/video-editing-orders',
  forget: forgetPurchase,
  endOf({ status, paymentStatus }) {
    // First the payment this page is about: it may be the second one of an order that stands.
    if (hasRefund(paymentStatus)) return 'refunded'
    if (PAID_STATUSES.includes(status)) return 'confirmed'
    return status === 'cancelled' && paymentStatus === 'paid' ? 'cancelled' : null
  },
}

/**
 * The part of the page that depends on the visitor. Fills the screen, so that what comes below
 * never jumps.
 */
export function SuccessIsland({ farewell }: { farewell: Elements }) {
  const view = usePaymentStatus(ORDER)
  const t = useTranslations('order.success')
  const locale = useLocale()
  const content = () => {
    switch (view.kind) {
      // An unknown status says nothing about the order: the page keeps loading.
      case 'loading':
      case 'unknown':
        return <Loading text={t('loading')} />
      case 'confirming':
        return <Confirming />
      case 'later':
        return <Later reference={view.reference} />
      case 'failed':
        return <Failed again={`${pathIn(locale, '/video-editing-checkout')}${rememberedQuery()}`} />
      case 'generic':
        return <OrderWithoutDetails />
      case 'cancelled':
        return <OrderCancelled order={view.paid} />
      case 'refunded':
        return <OrderRefunded order={view.paid} />
      case 'confirmed':
        return <OrderTicket order={view.paid} />
    }
  }
  return (
    <div className="min-h-[calc(100dvh-var(--spacing-header)-2rem)]">
      <div aria-live="polite">{content()}</div>
      {showsNextSteps(view) && farewell}
    </div>
  )
}

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
function OrderRefunded({ order }: { order: PaidOrder }) {
  const t = useTranslations('order.success')
  const shared = useTranslations('confirmation')
  const locale = useLocale()
  const gone = order.status === 'refunded' || order.status === 'cancelled'
  const facts = { id: order.id, total: formatRM(senOf(order.totalAmount)) }
  const failed = order.paymentStatus === 'refund_failed'
  const note = failed ? 'refundFailed' : gone ? 'refunded.note' : 'refunded.duplicate'
  return (
    <Message
      icon={<Undo2 />}
      tone={failed ? 'bad' : 'calm'}
      title={shared(failed ? 'refundFailed.title' : 'refunded.title')}
      note={t(note, facts)}
    >
      <Badge variant="secondary" className="basis-full justify-center border-0 bg-transparent">
        {`${t('reference')} #${order.id} · ${shared(`status.${statusShown(order)}`)}`}
      </Badge>
      <Link
        href={`${pathIn(locale, '/')}#editing`}
        prefetch={false}
        className={buttonVariants({ size: 'lg' })}
      >
        {t('another')}
      </Link>
      <Support message={t('messageWithId', { id: order.id })} />
    </Message>
  )
}

function OrderCancelled({ order }: { order: PaidOrder }) {
  const t = useTranslations('order.success')
  return (
    <Message
      icon={<CalendarX />}
      tone="bad"
      title={t('cancelled.title')}
      note={t('cancelled.note', { id: order.id })}
    >
      <Support message={t('messageWithId', { id: order.id })} />
    </Message>
  )
}
