import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { OwnedContact } from '@/lib/contacts/schema'
import { ContactRow } from './contact-row'

const COLUMNS = ['name', 'email', 'subject', 'date', 'message', 'actions'] as const

/**
 * The visitors' messages, newest first (spec point 2). The roles stand by because narrow screens
 * show the rows as cards.
 */
export function ContactTable({ contacts }: { contacts: OwnedContact[] }) {
  const t = useTranslations('admin.contacts')
  return (
    <Table role="table" label={t('caption')} className="max-lg:block">
      <TableHeader role="rowgroup" className="max-lg:sr-only">
        <TableRow role="row" className="hover:bg-transparent">
          {COLUMNS.map((column) => (
            <TableHead key={column} role="columnheader">
              {column === 'actions' ? (
                <span className="sr-only">{t('columns.actions')}</span>
              ) : (
                t(`columns.${column}`)
              )}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody role="rowgroup" className="max-lg:block">
        {contacts.map((contact) => (
          <ContactRow key={contact.id} contact={contact} />
        ))}
      </TableBody>
    </Table>
  )
}

type Pages = { path: string; archived: boolean; cursor: string | null; nextCursor: string | null }

function address(path: string, archived: boolean, cursor: string | null): string {
  const query = new URLSearchParams({ tab: 'contacts' })
  if (archived) query.set('archived', '1')
  if (cursor) query.set('cursor', cursor)
  return `${path}?${query}`
}

/** The list itself or what was put aside; older messages, and back to the newest. */
export function ContactLinks({ path, archived, cursor, nextCursor }: Pages) {
  const t = useTranslations('admin.contacts')
  const link = (text: string, href: string, last = false) => (
    <Link
      prefetch={false}
      href={href}
      className={`${buttonVariants({ variant: 'outline' })} ${last ? 'ml-auto' : ''}`}
    >
      {text}
    </Link>
  )
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap gap-3">
      {link(t(archived ? 'showList' : 'showArchive'), address(path, !archived, null))}
      {cursor && link(t('newest'), address(path, archived, null))}
      {nextCursor && link(t('older'), address(path, archived, nextCursor), true)}
    </nav>
  )
}
