import { requireRole } from '@/lib/auth/page-guards'
import { locale as rootLocale } from 'next/root-params'
import { toLocale } from '@/lib/i18n/routing'
import { getTranslations } from 'next-intl/server'
import { ContactPages, ContactTable } from '@/components/admin/contacts/contact-table'
import { Filters, FilterText } from '@/components/admin/shared/filters'
import { AdminMessages } from '@/components/admin/shared/messages'
import { isContactCursor, listContacts } from '@/lib/contacts/queries'
import { pathIn } from '@/lib/i18n/path'
import { searchQuery } from '@/lib/contacts/schema'
import { readQuery } from '../../../../query'

const PAGE_SIZE = 50

type Props = PageProps<'/[locale]/admin/contacts'>

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** What visitors wrote, to be read, answered and put aside. */
export default async function ContactsPage({ searchParams }: Props) {
  await requireRole('/admin/contacts', 'manager')
  const query = await searchParams
  const locale = toLocale(await rootLocale())
  const archived = query.archived === '1'
  const { q } = readQuery(searchQuery, query)
  const cursor =
    typeof query.cursor === 'string' && isContactCursor(query.cursor) ? query.cursor : null
  const [t, { rows: contacts, nextCursor }] = [
    await getTranslations('admin.contacts'),
    await listContacts({ limit: PAGE_SIZE, cursor, archived, q }),
  ]
  return (
    <AdminMessages parts={['contacts', 'people']}>
      <section aria-labelledby="contacts-title" className="grid gap-4">
        <h2 id="contacts-title" className="text-xl">
          {t(archived ? 'archiveTitle' : 'title')}
        </h2>
        <Filters path={pathIn(locale, '/admin/contacts')} label={t('filters')}>
          <FilterText id="contacts-q" name="q" label={t('search')} value={q ?? ''} />
          {archived && <input type="hidden" name="archived" value="1" />}
        </Filters>
        {contacts.length > 0 ? (
          <ContactTable contacts={contacts} />
        ) : (
          <p className="measure text-muted">
            {t(q !== null ? 'notFound' : archived ? 'emptyArchive' : 'empty')}
          </p>
        )}
        <ContactPages
          path={pathIn(locale, '/admin/contacts')}
          archived={archived}
          q={q}
          cursor={cursor}
          nextCursor={nextCursor}
        />
      </section>
    </AdminMessages>
  )
}
