import { notFound } from 'next/navigation'
import { requireRole } from '@/lib/auth/page-guards'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** Every address of the console without another page. */
export default async function UnknownArea() {
  await requireRole('/admin/today', 'crew')
  notFound()
}
