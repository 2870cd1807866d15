'use client'
import { CalendarX, Check, Undo2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Assistance } from '@/components/confirmation/assistance'
import { Message } from '@/components/confirmation/message'
import { Support } from '@/components/confirmation/support'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM, senOf } from '@/lib/money'
import { OrderSteps } from './order-ticket'
import type { PaidOrder } from './types'

/** A success whose details this browser may not see: nothing personal, but what happens next. */
export function OrderWithoutDetails() {
  const t = useTranslations('order.success')
  return (
    <div className="grid gap-6">
      <Message icon={<Check />} tone="good" title={t('header')} note={t('generic')} />
      <OrderSteps />
      <Assistance note={t('help')} message={t('message')} />
    </div>
  )
}

/**
 * This payment went back: the whole order with it, or only the second of two payments for it
 * (decision C13).
 */
export function OrderRefunded({ order }: { order: PaidOrder }) {
  const t = useTranslations('order.success')
  const status = useTranslations('confirmation.status')
  const locale = useLocale() as Locale
  const gone = order.status === 'refunded' || order.status === 'cancelled'
  const facts = { id: order.id, total: formatRM(senOf(order.totalAmount)) }
  return (
    <Message
      icon={<Undo2 />}
      title={t('refunded.title')}
      note={t(gone ? 'refunded.note' : 'refunded.duplicate', facts)}
    >
      <Badge variant="secondary" className="basis-full justify-center border-0 bg-transparent">
        {t('reference')} #{order.id} · {status('refunded')}
      </Badge>
      <Button asChild size="lg">
        <Link href={`${pathIn(locale, '/')}#editing`} prefetch={false}>
          {t('refunded.again')}
        </Link>
      </Button>
      <Support message={t('messageWithId', { id: order.id })} />
    </Message>
  )
}

export function OrderCancelled({ order }: { order: PaidOrder }) {
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
