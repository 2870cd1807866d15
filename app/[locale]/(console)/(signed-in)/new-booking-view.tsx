import { locale as rootLocale } from 'next/root-params'
import { NewBooking } from '@/components/admin/new-booking/new-booking'
import { AdminMessages } from '@/components/admin/shared/messages'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { bookedBefore } from '@/lib/admin/bookings/queries'
import { bookingParams } from '@/lib/admin/bookings/schema'
import { everyService } from '@/lib/catalog/queries'
import { nameIn } from '@/lib/catalog/rules'
import { toLocale } from '@/lib/i18n/routing'
import { toSen } from '@/lib/money'
import { roomChoices } from '@/lib/rooms/queries'
import { currentSetting, currentTax } from '@/lib/settings/queries'
import { isDate, isTime, studioDate } from '@/lib/time'

type Query = Record<string, string | string[] | undefined>

const sen = (decimal: string | null) => (decimal === null ? null : toSen(decimal))

/** The form for a booking by hand, on its own page and beside another. */
export async function NewBookingView({ query }: { query: Query }) {
  const locale = toLocale(await rootLocale())
  const today = studioDate(new Date())
  const { data: again } = bookingParams.safeParse({ id: query.again })
  const [services, rooms, tax, { severalHours }, person] = await Promise.all([
    everyService(),
    roomChoices(locale),
    currentTax(),
    currentSetting('lengths'),
    again ? bookedBefore(again.id) : null,
  ])
  const { date, time, room } = query
  const offered = {
    services: services
      .filter((service) => !service.isAddOn && service.state !== 'retired')
      .map((service) => ({
        id: service.id,
        name: nameIn(locale, service),
        rates: {
          hourly: sen(service.hourlyRate) ?? 0,
          halfDay: sen(service.halfDayRate),
          fullDay: sen(service.fullDayRate),
          weekly: sen(service.weeklyRate),
        },
      })),
    addOns: services
      .filter((service) => service.isAddOn && service.state === 'offered')
      .map((service) => ({
        id: service.id,
        name: nameIn(locale, service),
        hourlyRate: sen(service.hourlyRate) ?? 0,
      })),
    tax,
    severalHours,
  }
  return (
    <AdminMessages parts={['newBooking', 'sheet', 'bookings', 'durations', 'form', 'lists']}>
      <HouseRooms rooms={rooms}>
        <NewBooking
          offered={offered}
          today={today}
          date={typeof date === 'string' && isDate(date) && date >= today ? date : today}
          time={typeof time === 'string' && isTime(time) ? time : ''}
          roomId={typeof room === 'string' ? room : ''}
          again={person}
        />
      </HouseRooms>
    </AdminMessages>
  )
}
