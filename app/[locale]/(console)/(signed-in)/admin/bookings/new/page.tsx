import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Screen } from '@/components/admin/frame/screen'
import { currentAdmin, requireRole } from '@/lib/auth/page-guards'
import { NewBookingView } from '../../../new-booking-view'

export async function generateMetadata(): Promise<Metadata> {
  if (!(await currentAdmin())) return {}
  const t = await getTranslations('admin.newBooking')
  return { title: t('title') }
}

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** `?date=2026-12-01&time=09:00&room=2`, or `?again=42` for who booked that, and what. */
type Props = PageProps<'/[locale]/admin/bookings/new'>

export default async function NewBookingPage({ searchParams }: Props) {
  await requireRole('/admin/bookings/new', 'manager')
  const t = await getTranslations('admin.newBooking')
  return (
    <Screen title={t('title')}>
      <div className="mx-auto w-full max-w-2xl">
        <NewBookingView query={await searchParams} />
      </div>
    </Screen>
  )
}
