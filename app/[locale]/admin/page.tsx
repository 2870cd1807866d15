import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { Suspense } from 'react'
import { AccountMenu } from '@/components/admin/account-menu'
import { BookingTable, NoBookings } from '@/components/admin/booking-table'
import { EndedToggle, ListPages } from '@/components/admin/list-links'
import { PaymentAlerts } from '@/components/admin/payment-alerts'
import { attentionPayments, isBookingCursor, listBookings } from '@/lib/bookings/data'
import { currentAdmin, requireAdmin } from '@/lib/guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

const PAGE_SIZE = 50

type Props = PageProps<'/[locale]/admin'>

export async function generateMetadata(): Promise<Metadata> {
  const robots = { index: false, follow: false }
  if (!(await currentAdmin())) return { robots }
  const t = await getTranslations('admin')
  return { title: t('title'), robots }
}

export default function AdminPage({ searchParams }: Props) {
  return (
    <div className="wrap min-h-dvh py-8">
      {/* No skeleton: nothing of the admin is shown before the session is checked (decision A2). */}
      <Suspense fallback={null}>
        <Bookings searchParams={searchParams} />
      </Suspense>
    </div>
  )
}

async function Bookings({ searchParams }: Pick<Props, 'searchParams'>) {
  const admin = await requireAdmin('/admin')
  const query = await searchParams
  const all = query.all === '1'
  const cursor = typeof query.cursor === 'string' && isBookingCursor(query.cursor) ? query.cursor : null
  const [{ bookings, nextCursor }, payments] = await Promise.all([
    listBookings({ limit: PAGE_SIZE, cursor, all, now: new Date() }),
    attentionPayments(),
  ])
  const [t, messages, locale] = [await getTranslations('admin'), await getMessages(), toLocale(await rootLocale())]
  const path = pathIn(locale, '/admin')
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl">{t('title')}</h1>
        <NextIntlClientProvider messages={{ admin: { session: messages.admin.session } }}>
          <AccountMenu username={admin.username} exit={pathIn(locale, '/admin/login')} />
        </NextIntlClientProvider>
      </div>
      <PaymentAlerts kind="needsAttention" payments={payments.needsAttention} />
      <PaymentAlerts kind="late" payments={payments.late} />
      <div className="grid gap-3">
        <div className="flex justify-end">
          <EndedToggle path={path} all={all} />
        </div>
        {bookings.length > 0 ? <BookingTable bookings={bookings} /> : <NoBookings firstPage={!cursor} bookingPage={pathIn(locale, '/booking')} />}
        <ListPages path={path} all={all} cursor={cursor} nextCursor={nextCursor} />
      </div>
    </div>
  )
}
