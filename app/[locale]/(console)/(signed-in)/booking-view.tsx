import { locale as rootLocale } from 'next/root-params'
import { notFound } from 'next/navigation'
import { BookingSheet } from '@/components/admin/booking/booking-sheet'
import { AdminMessages } from '@/components/admin/shared/messages'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { bookingSheet } from '@/lib/admin/bookings/sheet/queries'
import { nameIn } from '@/lib/catalog/rules'
import { everyService } from '@/lib/catalog/queries'
import { toLocale } from '@/lib/i18n/routing'
import { roomChoices } from '@/lib/rooms/queries'
import { studioDate } from '@/lib/time'
import { submitContactDetails, submitNote } from './booking-actions'

/** A booking's sheet, on its own page and beside another. */
export async function BookingView({ id }: { id: number }) {
  const locale = toLocale(await rootLocale())
  const [sheet, rooms, services] = await Promise.all([
    bookingSheet(id, locale),
    roomChoices(locale),
    everyService(),
  ])
  if (!sheet) notFound()
  const addOns = services
    .filter((service) => service.isAddOn && service.state === 'offered')
    .map((service) => ({ id: service.id, name: nameIn(locale, service) }))
  return (
    <AdminMessages
      parts={[
        ...(['sheet', 'bookings', 'list', 'durations', 'status', 'payment'] as const),
        ...(['people', 'lists', 'form', 'acts', 'attention'] as const),
      ]}
    >
      <HouseRooms rooms={rooms}>
        <BookingSheet
          sheet={sheet}
          today={studioDate(new Date())}
          addOns={addOns}
          submit={{ note: submitNote, contactDetails: submitContactDetails }}
        />
      </HouseRooms>
    </AdminMessages>
  )
}
