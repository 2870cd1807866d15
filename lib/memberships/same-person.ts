import 'server-only'
import { inboxOf } from '@/lib/inbox'
import { e164Of } from '@/lib/phones'

type Contact = { customerEmail: string; customerPhone: string | null }

/** The same inbox or phone: nobody earns by referring themselves (docs/decisions/020 E4). */
export function isSamePerson(one: Contact, other: Contact): boolean {
  const phone = e164Of(one.customerPhone)
  return (
    inboxOf(one.customerEmail) === inboxOf(other.customerEmail) ||
    (Boolean(phone) && phone === e164Of(other.customerPhone))
  )
}
