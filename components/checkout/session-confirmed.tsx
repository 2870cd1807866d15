import { lengthKey } from '@/lib/availability/rules'
import { useLocale, useTranslations } from 'next-intl'
import { ShareStory } from '@/components/manage/share-story'
import { Badge } from '@/components/ui/badge'
import type { Elements } from '@/components/ui/elements'
import type { PaidBooking } from '@/lib/bookings/schema'
import { senOf } from '@/lib/money'
import { fullName } from '@/lib/names'
import { Assistance, CONFIRMED, ConfirmedHeader } from './confirmation-states'
import { sessionTimes } from './session-brief'
import { Admission, ConfirmedPayment } from './ticket'
import {
  dateInLines,
  ToCalendar,
  Fact,
  PaidBadge,
  statusShown,
  TicketTools,
  toolButton,
  Wishes,
} from './ticket-part'

/**
 * By id, in the page's language, with the scene it is recorded in; the booking itself has the name the
 * administrator gave it.
 */
export type BookedServices = Record<number, { name: string; picture: Elements }>

/** A booking that is made: its admission ticket with the time, large, and what can be done with it. */
export function SessionConfirmed({
  booking,
  services,
}: {
  booking: PaidBooking
  services: BookedServices
}) {
  const t = useTranslations('confirmation')
  const duration = useTranslations('booking.duration')
  const addOns = useTranslations('booking.addOns')
  const story = useTranslations('manage.story')
  const visit = useTranslations('visit')
  // The messages about rooms are there only where there are several.
  const words = useTranslations()
  const locale = useLocale()
  const name = fullName(booking) || t('valued')
  const status = statusShown(booking)
  const isFree = senOf(booking.totalAmount) === 0
  const service = services[booking.service.id]

  return (
    <div className={CONFIRMED}>
      <ConfirmedHeader
        title={t('header')}
        note={t(isFree ? 'greetingFree' : status === 'paid' ? 'greeting' : 'greetingUnpaid', {
          name,
        })}
      />
      <Admission
        title={t('ticket.session')}
        picture={service?.picture}
        actions={
          <TicketTools
            token={booking.manageToken}
            receipt={booking.receipt}
            first={<ToCalendar token={booking.manageToken} />}
            manage={t('tools.booking')}
          />
        }
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
          valueClassName="font-display text-[clamp(1.5rem,7vw,1.9375rem)] leading-tight font-semibold text-balance zh:break-keep md:text-3xl"
        >
          {dateInLines(booking.date, locale)}
        </Fact>
        <Fact
          exact
          label={t('ticket.time')}
          hint={t('ticket.zone')}
          valueClassName="font-display text-[clamp(2rem,9vw,2.75rem)] leading-tight font-semibold whitespace-nowrap text-tungsten"
        >
          {sessionTimes({ ...booking, length: booking })}
        </Fact>
        <Fact half label={t('ticket.duration')} valueClassName="text-lg">
          {duration(lengthKey(booking), { hours: booking.hours })}
        </Fact>
        <Fact half="wide" label={t('ticket.service')}>
          {service?.name || booking.service.name || t('ticket.defaultService')}
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
      </Admission>
      <div className="grid gap-3 print:hidden">
        <ShareStory token={booking.manageToken} className={toolButton('outline')} />
        <p className="text-sm text-muted">{story('note')}</p>
      </div>
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
