import { getTranslations } from 'next-intl/server'
import { ContactLinks, ContactTable } from '@/components/admin/contacts/contact-table'
import { AdminMessages } from '@/components/admin/messages'
import { isContactCursor, listContacts } from '@/lib/contacts/data'
import { pathIn } from '@/lib/i18n/path'
import type { PanelProps } from '../panel'

const PAGE_SIZE = 50

/** Tab *Contacts*: what visitors wrote, to be read, answered and put aside (spec point 2). */
export async function ContactsPanel({ query, locale }: PanelProps) {
  const archived = query.archived === '1'
  const cursor =
    typeof query.cursor === 'string' && isContactCursor(query.cursor) ? query.cursor : null
  const [t, { contacts, nextCursor }] = [
    await getTranslations('admin.contacts'),
    await listContacts({ limit: PAGE_SIZE, cursor, archived }),
  ]
  return (
    <AdminMessages parts={['contacts', 'people', 'lists']}>
      <section aria-labelledby="contacts-title" className="grid gap-4">
        <h2 id="contacts-title" className="text-xl">
          {t(archived ? 'archiveTitle' : 'title')}
        </h2>
        {contacts.length > 0 ? (
          <ContactTable contacts={contacts} />
        ) : (
          <p className="measure text-muted">{t(archived ? 'emptyArchive' : 'empty')}</p>
        )}
        <ContactLinks
          path={pathIn(locale, '/admin')}
          archived={archived}
          cursor={cursor}
          nextCursor={nextCursor}
        />
      </section>
    </AdminMessages>
  )
}
