'use client'
import { Undo2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { PaidBooking } from '@/components/booking/types'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM, senOf } from '@/lib/money'
import { longDate } from '@/lib/time'
import { Message } from './message'
import { Support } from './support'

/** The money came too late, or the booking was cancelled: it goes back in full (decision C7). */
export function Refunded({ booking }: { booking: PaidBooking }) {
  const t = useTranslations('confirmation')
  const locale = useLocale() as Locale
  const late = booking.cancelReason === 'expired' || booking.cancelReason === 'released'
  const facts = {
    date: longDate(booking.date, locale),
    time: booking.time,
    total: formatRM(senOf(booking.totalAmount)),
  }
  return (
    <Message
      icon={<Undo2 />}
      title={t('refunded.title')}
      note={late ? t('refunded.note', facts) : t('refundedPaid.note', facts)}
    >
      <Badge variant="secondary" className="basis-full border-0 bg-transparent justify-center">
        {t('ticket.booking')} #{booking.id} · {t('status.refunded')}
      </Badge>
      <Button asChild size="lg">
        <Link href={pathIn(locale, '/booking')} prefetch={false}>
          {t('refunded.again')}
        </Link>
      </Button>
      <Support message={t('assistance.messageWithId', { id: booking.id })} />
    </Message>
  )
}
