'use client'
import { CalendarX, CircleHelp, Clock, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import type { PaidBooking } from '@/components/booking/types'
import { Generic } from './generic'
import { Message } from './message'
import { Support } from './support'

export { Generic }

/** In the ticket's size, so that nothing moves when it comes. */
export function Loading({ text }: { text: string }) {
  return (
    <div className="grid justify-items-center gap-4 py-10">
      <span role="status" className="sr-only">
        {text}
      </span>
      <Skeleton className="size-16 rounded-full" />
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="mt-6 h-72 w-full rounded-lg" />
    </div>
  )
}

export function Confirming() {
  const t = useTranslations('confirmation.confirming')
  return <Message icon={<Spinner />} title={t('title')} note={t('note')} />
}

export function Later({ reference }: { reference: string }) {
  const t = useTranslations('confirmation.later')
  return (
    <Message icon={<Clock />} title={t('title')} note={t('note', { reference })}>
      <Support message={t('message', { reference })} />
    </Message>
  )
}

export function Unknown() {
  const t = useTranslations('confirmation.unknown')
  return (
    <Message icon={<CircleHelp />} title={t('title')} note={t('note')}>
      <Support message={t('message')} />
    </Message>
  )
}

export function Cancelled({ booking }: { booking: PaidBooking }) {
  const t = useTranslations('confirmation.cancelled')
  return (
    <Message
      icon={<CalendarX />}
      tone="bad"
      title={t('title')}
      note={t('note', { id: booking.id })}
    >
      <Support message={t('message', { id: booking.id })} />
    </Message>
  )
}

/** `again` is where the visitor can pay once more. */
export function Failed({ again }: { again: string }) {
  const t = useTranslations('confirmation.failed')
  return (
    <Message icon={<X />} tone="bad" title={t('title')} note={t('note')}>
      <Button asChild size="lg">
        <Link href={again} prefetch={false}>
          {t('again')}
        </Link>
      </Button>
    </Message>
  )
}
