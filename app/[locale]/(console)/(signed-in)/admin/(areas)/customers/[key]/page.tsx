import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { CustomerView } from '@/components/admin/customers/customer-view'
import { AdminMessages } from '@/components/admin/shared/messages'
import { customerPage } from '@/lib/admin/customers/queries'
import { customerParams } from '@/lib/admin/customers/schema'
import { requireRole } from '@/lib/auth/page-guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

type Props = PageProps<'/[locale]/admin/customers/[key]'>

export default async function CustomerPage({ params }: Props) {
  await requireRole('/admin/customers', 'manager')
  const locale = toLocale(await rootLocale())
  const asked = customerParams.safeParse(await params)
  await connection() // the clock below is that of the request
  const customer = asked.success
    ? await customerPage(asked.data.key, { locale, now: new Date() })
    : null
  if (!customer) notFound()
  return (
    <AdminMessages parts={['customers', 'members', 'people', 'status', 'payment', 'list']}>
      <CustomerView
        customer={customer}
        path={pathIn(locale, '/admin/customers')}
        booking={(id) => pathIn(locale, `/admin/bookings/${id}`)}
      />
    </AdminMessages>
  )
}
