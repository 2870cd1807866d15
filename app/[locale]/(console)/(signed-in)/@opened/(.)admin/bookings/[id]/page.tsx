import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { BookingPanel } from '@/components/admin/frame/booking-panel'
import { bookingName } from '@/lib/admin/bookings/queries'
import { bookingParams } from '@/lib/admin/bookings/schema'
import { requireRole } from '@/lib/auth/page-guards'
import { BookingView } from '../../../../booking-view'
import { NewBookingView } from '../../../../new-booking-view'

type Props = PageProps<'/[locale]/admin/bookings/[id]'>

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/**
 * A booking that was opened from another page of the console, which stays behind it; a new one too,
 * because Next matches every address of this form here.
 */
export default async function OpenedBookingPage({ params, searchParams }: Props) {
  const { id } = await params
  const { role } = await requireRole('/admin', id === 'new' ? 'manager' : 'crew')
  if (id === 'new') {
    const t = await getTranslations('admin.newBooking')
    return (
      <BookingPanel title={t('title')}>
        <NewBookingView query={await searchParams} />
      </BookingPanel>
    )
  }
  const { data } = bookingParams.safeParse({ id })
  const name = data && (await bookingName(data.id))
  if (!data || !name) notFound()
  return (
    <BookingPanel title={name}>
      <BookingView id={data.id} role={role} />
    </BookingPanel>
  )
}
