import { Check } from 'lucide-react'
import { lengthKey } from '@/lib/availability/rules'
import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { PaidBooking } from '@/lib/bookings/schema'
import { senOf } from '@/lib/money'
import { longDate } from '@/lib/time'
import { fullName } from '@/lib/names'
import { Assistance, Message } from './confirmation-states'
import { ConfirmedPayment, Ticket } from './ticket'
import { Fact, PaidBadge, statusShown, TicketTools, Wishes } from './ticket-part'

/**
 * Services by id in the page's language; the booking itself has the name the administrator gave it.
 */
export type ServiceNames = Record<number, string>

/** A booking that is made: its admission ticket with the time, large, and what can be done with it. */
export function SessionConfirmed({
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
  // The messages about rooms are there only where there are several.
  const words = useTranslations()
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
      <Ticket
        title={t('ticket.session')}
        customer={{ name, email: booking.email, phone: booking.phone }}
        payment={
          <ConfirmedPayment
            totalSen={senOf(booking.totalAmount)}
            badge={
              isFree ? (
                <Badge variant="success">{t('status.free')}</Badge>
              ) : (
                <PaidBadge status={status} />
              )
            }
            label={t('ticket.booking')}
            id={booking.id}
          />
        }
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
        {booking.room !== null && <Fact label={words('rooms.label')}>{booking.room}</Fact>}
        {booking.addOns.length > 0 && (
          <Fact label={addOns('title')}>
            {booking.addOns.map(({ id, name, hours }) => (
              <span key={id} className="block">
                {addOns('line', { name, hours })}
              </span>
            ))}
          </Fact>
        )}
      </Ticket>
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
