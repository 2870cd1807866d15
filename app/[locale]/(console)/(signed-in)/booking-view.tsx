import { locale as rootLocale } from 'next/root-params'
import { notFound } from 'next/navigation'
import { BookingHistory } from '@/components/admin/booking/booking-history'
import { BookingSheet } from '@/components/admin/booking/booking-sheet'
import { CrewSheet } from '@/components/admin/booking/crew-sheet'
import { AdminMessages } from '@/components/admin/shared/messages'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { houseNames } from '@/lib/admin/audit/queries'
import { bookingSheet, crewSheet } from '@/lib/admin/bookings/sheet/queries'
import { timetable } from '@/lib/availability/queries'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { mayAs, type Role } from '@/lib/roles'
import { roomChoices } from '@/lib/rooms/queries'
import { studioDate } from '@/lib/time'
import { submitContactDetails, submitNote } from './booking-actions'

type Props = { id: number; role: Role }

/** A booking's sheet, on its own page and beside another, as `role` may see it. */
export async function BookingView({ id, role }: Props) {
  const locale = toLocale(await rootLocale())
  if (!mayAs(role, 'manager')) return <CrewView id={id} locale={locale} />
  const [found, names, rooms, { services }] = await Promise.all([
    bookingSheet(id, locale),
    houseNames(locale),
    roomChoices(locale),
    timetable(new Date()),
  ])
  if (!found) notFound()
  const addOns = [...services.values()]
    .filter(({ isAddOn, state }) => isAddOn && state === 'offered')
    .map((addOn) => ({ id: addOn.id, name: addOn.names[locale] ?? addOn.name }))
  return (
    <AdminMessages
      parts={[
        ...(['sheet', 'transfer', 'bookings', 'list', 'durations', 'status', 'payment'] as const),
        ...([
          'people',
          'lists',
          'form',
          'acts',
          'attention',
          'mails',
          'record',
          'giveBack',
          'bankDetails',
        ] as const),
      ]}
    >
      <HouseRooms rooms={rooms}>
        <BookingSheet
          sheet={found.sheet}
          history={<BookingHistory history={found.history} names={names} />}
          today={studioDate(new Date())}
          addOns={addOns}
          submit={{ note: submitNote, contactDetails: submitContactDetails }}
        />
      </HouseRooms>
    </AdminMessages>
  )
}

async function CrewView({ id, locale }: { id: number; locale: Locale }) {
  const [booking, rooms] = await Promise.all([crewSheet(id, locale), roomChoices(locale)])
  if (!booking) notFound()
  return (
    <AdminMessages parts={['sheet', 'form']}>
      <HouseRooms rooms={rooms}>
        <CrewSheet booking={booking} today={studioDate(new Date())} submitNote={submitNote} />
      </HouseRooms>
    </AdminMessages>
  )
}
