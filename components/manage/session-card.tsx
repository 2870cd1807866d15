import { useLocale, useTranslations } from 'next-intl'
import { lengthKey } from '@/lib/availability/rules'
import { useTaxLabel } from '@/components/checkout/tax'
import { Ticket, Total } from '@/components/checkout/ticket'
import { dateInLines, Fact } from '@/components/checkout/ticket-part'
import { Badge } from '@/components/ui/badge'
import type { Managed, VisitTimes } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { longDate } from '@/lib/time'

const BADGE = {
  pending: 'default',
  confirmed: 'success',
  completed: 'secondary',
  cancelled: 'destructive',
} as const

export function SessionStatusBadge({ booking }: { booking: Managed }) {
  const t = useTranslations('manage.status')
  return <Badge variant={BADGE[booking.status]}>{t(booking.refund ?? booking.status)}</Badge>
}

/** Date and time, large: one day, or the five of a week as a list. */
export function When({ visit }: { visit: Pick<VisitTimes, 'days'> }) {
  const t = useTranslations('manage.session')
  const locale = useLocale()
  const [first, ...others] = visit.days
  if (!first) return null
  return (
    <>
      {others.length === 0 ? (
        <Fact
          label={t('date')}
          valueClassName="font-display text-xl leading-tight font-semibold text-balance zh:break-keep sm:text-2xl lg:text-xl xl:text-2xl"
        >
          {dateInLines(first.date, locale)}
        </Fact>
      ) : (
        <Fact label={t('date')}>
          {visit.days.map(({ date }) => (
            <span key={date} className="block">
              {longDate(date, locale)}
            </span>
          ))}
        </Fact>
      )}
      <Fact
        exact
        label={t('time')}
        hint={t('zone')}
        valueClassName="font-display text-3xl font-semibold text-tungsten sm:text-4xl"
      >
        {`${first.from}–${first.to}`}
      </Fact>
    </>
  )
}

/** Where visitors can choose among several. */
export function RoomFact({ visit: { room } }: { visit: Pick<VisitTimes, 'room'> }) {
  const words = useTranslations()
  return room ? <Fact label={words('rooms.label')}>{room.name}</Fact> : null
}

/** The booking as a ticket: when, what, and what was paid for it. */
export function SessionCard({ booking }: { booking: Managed }) {
  const t = useTranslations('manage.session')
  const duration = useTranslations('booking.duration')
  const addOns = useTranslations('booking.addOns')
  const summary = useTranslations('payment.summary')
  const taxLabel = useTaxLabel({ basisPoints: booking.taxRate, label: booking.taxLabel })
  const money = (amount: string) => formatRM(senOf(amount))
  return (
    <Ticket
      label={t('title')}
      title={t('title')}
      payment={
        <>
          <Fact exact label={t('reference')} valueClassName="text-lg">
            {`#${booking.id}`}
          </Fact>
          <Fact half label={summary('subtotal')}>
            {money(booking.subtotal)}
          </Fact>
          {taxLabel !== null && (
            <Fact half label={taxLabel}>
              {money(booking.taxAmount)}
            </Fact>
          )}
          <Total label={summary('total')} sen={senOf(booking.totalAmount)} />
        </>
      }
    >
      <When visit={booking} />
      <Fact half="wide" label={t('service')}>
        {booking.service}
      </Fact>
      <Fact half="wide" label={t('duration')}>
        {duration(lengthKey(booking), { hours: booking.hours })}
      </Fact>
      <RoomFact visit={booking} />
      {booking.addOns.length > 0 && (
        <Fact label={addOns('title')}>
          {booking.addOns.map((addOn) => (
            <span key={addOn.id} className="block">
              {addOns('line', { name: addOn.name, hours: addOn.hours })}
            </span>
          ))}
        </Fact>
      )}
      {booking.requirements && (
        <Fact label={t('requirements')} valueClassName="text-sm whitespace-pre-line text-muted">
          {booking.requirements}
        </Fact>
      )}
    </Ticket>
  )
}
