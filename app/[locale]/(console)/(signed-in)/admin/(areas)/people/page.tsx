import { getTranslations } from 'next-intl/server'
import { UserList } from '@/components/admin/people/user-list'
import { AdminMessages } from '@/components/admin/shared/messages'
import { requireRole } from '@/lib/auth/page-guards'
import { codeTime } from '@/lib/auth/queries'
import { listUsers } from '@/lib/auth/users/queries'
import { submitInvitation } from './actions'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** Who works in the console, with what they may do. */
export default async function PeoplePage() {
  const admin = await requireRole('/admin/people', 'owner')
  const [t, { users, invitations }] = [
    await getTranslations('admin.users'),
    await listUsers(await codeTime()),
  ]
  return (
    <AdminMessages parts={['users', 'form']}>
      <div className="grid max-w-3xl gap-5">
        <p className="measure text-sm text-muted">{t('intro')}</p>
        <UserList
          users={users}
          invitations={invitations}
          self={admin.id}
          submit={submitInvitation}
        />
      </div>
    </AdminMessages>
  )
}
