import { Check } from 'lucide-react'
import { lengthKey } from '@/lib/availability/rules'
import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { PaidBooking } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { longDate } from '@/lib/time'
import { fullName } from '@/lib/names'
import { Assistance, Message } from './confirmation-states'
import { Fact, PaidBadge, statusShown, TicketPart, TicketTools, Wishes } from './ticket-part'

/**
 * Services by id in the page's language; the booking itself has the name the administrator gave it.
 */
export type ServiceNames = Record<number, string>

/** The booking as an admission ticket: the time, large; who, what and the price beside it. */
export function Ticket({
  booking,
  serviceNames,
}: {
  booking: PaidBooking
  serviceNames: ServiceNames
}) {
  const t = useTranslations('confirmation')
  const duration = useTranslations('booking.duration')
  const addOns = useTranslations('booking.addOns')
  const visit = useTranslations('visit')
  const locale = useLocale()
  const name = fullName(booking) || t('valued')
  const status = statusShown(booking)
  const isFree = senOf(booking.totalAmount) === 0

  return (
    <div className="grid gap-6">
      <Message
        icon={<Check />}
        tone="good"
        title={t('header')}
        note={t(isFree ? 'greetingFree' : status === 'paid' ? 'greeting' : 'greetingUnpaid', {
          name,
        })}
      />
      <article
        className={
          'grid overflow-hidden rounded-lg border border-line bg-card ' +
          'lg:grid-cols-[1fr_1.5fr_1fr]'
        }
      >
        <TicketPart title={t('ticket.customer')}>
          <Fact label={t('ticket.name')}>{name}</Fact>
          <Fact label={t('ticket.email')}>{booking.email}</Fact>
          {booking.phone && <Fact label={t('ticket.phone')}>{booking.phone}</Fact>}
        </TicketPart>
        <TicketPart
          title={t('ticket.session')}
          className="order-first border-t-0 bg-raised lg:order-none"
        >
          <Fact
            label={t('ticket.date')}
            valueClassName="font-display text-xl leading-tight font-semibold text-balance sm:text-2xl"
          >
            {longDate(booking.date, locale)}
          </Fact>
          <Fact
            half
            exact
            label={t('ticket.time')}
            hint={t('ticket.zone')}
            valueClassName="font-display text-4xl font-semibold text-tungsten"
          >
            {booking.time}
          </Fact>
          <Fact half label={t('ticket.duration')} valueClassName="text-lg">
            {duration(lengthKey(booking), { hours: booking.hours })}
          </Fact>
          <Fact label={t('ticket.service')}>
            {serviceNames[booking.service.id] || booking.service.name || t('ticket.defaultService')}
          </Fact>
          {booking.addOns.length > 0 && (
            <Fact label={addOns('title')}>
              {booking.addOns.map(({ id, name, hours }) => (
                <span key={id} className="block">
                  {addOns('line', { name, hours })}
                </span>
              ))}
            </Fact>
          )}
        </TicketPart>
        <TicketPart title={t('ticket.payment')} tear>
          <Fact
            label={t('ticket.total')}
            valueClassName="font-display text-2xl font-semibold text-tungsten"
          >
            {formatRM(senOf(booking.totalAmount))}
          </Fact>
          <Fact label={t('ticket.status')}>
            {isFree ? (
              <Badge variant="success">{t('status.free')}</Badge>
            ) : (
              <PaidBadge status={status} />
            )}
          </Fact>
          <Fact exact label={t('ticket.booking')} valueClassName="text-lg">
            {`#${booking.id}`}
          </Fact>
        </TicketPart>
      </article>
      <TicketTools token={booking.manageToken} receipt={booking.receipt} calendar />
      {booking.requirements && (
        <Wishes title={t('ticket.requirements')} text={booking.requirements} />
      )}
      {booking.ramadan && <Wishes title={visit('ramadan')} text={booking.ramadan} />}
      <Assistance
        note={t('assistance.note')}
        message={t('assistance.messageWithId', { id: booking.id })}
      />
    </div>
  )
}
