import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { ThreadView } from '@/components/admin/inbox/thread-view'
import { AdminMessages } from '@/components/admin/shared/messages'
import { threadOf } from '@/lib/admin/inbox/queries'
import { threadParams } from '@/lib/admin/inbox/schema'
import { requireRole } from '@/lib/auth/page-guards'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

type Props = PageProps<'/[locale]/admin/inbox/[id]'>

export default async function ThreadPage({ params }: Props) {
  await requireRole('/admin/inbox', 'manager')
  const locale = toLocale(await rootLocale())
  const asked = threadParams.safeParse(await params)
  await connection() // the clock below is that of the request
  const thread = asked.success ? await threadOf(asked.data.id, { locale, now: new Date() }) : null
  if (!thread) notFound()
  return (
    <AdminMessages parts={['inbox', 'form', 'attention']}>
      <ThreadView
        thread={thread}
        path={pathIn(locale, '/admin/inbox')}
        booking={(id) => pathIn(locale, `/admin/bookings/${id}`)}
        customer={(key) => pathIn(locale, `/admin/customers/${key}`)}
      />
    </AdminMessages>
  )
}
