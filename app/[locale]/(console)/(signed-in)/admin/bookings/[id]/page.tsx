import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { Screen } from '@/components/admin/frame/screen'
import { bookingName } from '@/lib/admin/bookings/queries'
import { bookingParams } from '@/lib/admin/bookings/schema'
import { currentAdmin, requireRole } from '@/lib/auth/page-guards'
import { BookingView } from '../../../booking-view'

type Props = PageProps<'/[locale]/admin/bookings/[id]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!(await currentAdmin())) return {}
  const t = await getTranslations('admin.bookings.drawer')
  return { title: t('title', { id: (await params).id }) }
}

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function BookingPage({ params }: Props) {
  const { role } = await requireRole('/admin', 'crew')
  const { data } = bookingParams.safeParse(await params)
  const name = data && (await bookingName(data.id))
  if (!data || !name) notFound()
  return (
    <Screen title={name}>
      <div className="mx-auto w-full max-w-2xl">
        <BookingView id={data.id} role={role} />
      </div>
    </Screen>
  )
}
