import { Link } from '@/components/admin/frame/link'
import { addressOf, Pager } from '@/components/admin/shared/pager'
import { Mail, MessageCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ArchiveButton } from '@/components/admin/contacts/archive-button'
import { useContactWords } from '@/components/admin/contacts/contact-words'
import { PersonActions } from '@/components/admin/people/person-actions'
import { useDates } from '@/components/dates'
import { buttonVariants } from '@/components/ui/button-variants'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { Tip, TooltipProvider } from '@/components/ui/tooltip'
import { replyLink } from '@/lib/contacts/rules'
import type { AdminContact } from '@/lib/contacts/schema'
import { startOf } from '@/lib/limits'
import { mailtoHref, whatsappLink } from '@/lib/settings/links'

const COLUMNS = ['name', 'email', 'subject', 'date', 'message', 'actions'] as const

/** The visitors' messages, newest first. */
export function ContactTable({ contacts }: { contacts: AdminContact[] }) {
  const t = useTranslations('admin.contacts')
  return (
    <ListTable
      label={t('caption')}
      columns={COLUMNS.map((column) => ({
        name: t(`columns.${column}`),
        hidden: column === 'actions',
      }))}
    >
      {contacts.map((contact) => (
        <ContactRow key={contact.id} contact={contact} />
      ))}
    </ListTable>
  )
}

type Pages = {
  path: string
  archived: boolean
  q: string | null
  cursor: string | null
  nextCursor: string | null
}

/** Links between the list and the archive, and to older and the newest messages. */
export function ContactPages({ path, archived, q, cursor, nextCursor }: Pages) {
  const t = useTranslations('admin.contacts')
  return (
    <Pager
      label={t('pages')}
      path={path}
      query={{ q, archived: archived ? '1' : null }}
      cursor={cursor}
      nextCursor={nextCursor}
      newest={t('newest')}
      older={t('older')}
    >
      <Link
        href={addressOf(path, { q, archived: archived ? null : '1' })}
        className={buttonVariants({ variant: 'outline' })}
      >
        {t(archived ? 'showList' : 'showArchive')}
      </Link>
    </Pager>
  )
}

const DATE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const LONG = 240

/** One message: a row, and on phones a card. Visitors' input is always shown as text. */
function ContactRow({ contact }: { contact: AdminContact }) {
  const t = useTranslations('admin.contacts')
  const { subjectOf, aboutOf } = useContactWords()
  const format = useDates()
  const subject = subjectOf(contact)
  const about = aboutOf(contact)
  const number = contact.phoneE164?.slice(1)
  const reply = replyLink({
    email: contact.email,
    subject: t('replySubject', { subject }),
    greeting: t('greeting', { name: contact.name }),
    message: contact.message,
  })
  return (
    <ListRow>
      <ListCell className="align-top lg:max-w-44 lg:min-w-32">
        <span className="block font-medium wrap-anywhere">{contact.name}</span>
        {about && <span className="block text-xs text-muted wrap-anywhere">{about}</span>}
      </ListCell>
      <ListCell className="align-top lg:max-w-52 lg:min-w-46">
        <a href={mailtoHref(contact.email)} className="wrap-anywhere text-muted hover:text-fg">
          {contact.email}
        </a>
        {contact.phone && <span className="figures block text-xs text-muted">{contact.phone}</span>}
      </ListCell>
      <ListCell className="align-top lg:max-w-40">{subject}</ListCell>
      <ListCell className="align-top figures text-xs text-muted lg:whitespace-nowrap">
        {format.dateTime(new Date(contact.createdAt), DATE)}
      </ListCell>
      <ListCell className="align-top lg:min-w-72">
        {contact.message.length <= LONG ? (
          <p className="measure whitespace-pre-line wrap-anywhere">{contact.message}</p>
        ) : (
          <details className="measure">
            <summary className="wrap-anywhere">
              {t('more', { start: startOf(contact.message, LONG).trimEnd() })}
            </summary>
            <p className="mt-2 border-t border-line pt-2 whitespace-pre-line wrap-anywhere">
              {contact.message}
            </p>
          </details>
        )}
      </ListCell>
      <ListCell className="align-top lg:w-52">
        <div className="flex gap-1 lg:justify-end">
          <TooltipProvider>
            <Tip word={t('replyShort')}>
              <a
                href={reply}
                className={buttonVariants({ variant: 'ghost', size: 'icon' })}
                aria-label={t('reply', { name: contact.name })}
              >
                <Mail aria-hidden="true" />
              </a>
            </Tip>
            {number && (
              <Tip word="WhatsApp">
                <a
                  href={whatsappLink({ whatsapp: number }, t('greeting', { name: contact.name }))}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={buttonVariants({ variant: 'ghost', size: 'icon' })}
                  aria-label={t('whatsapp', { name: contact.name })}
                >
                  <MessageCircle aria-hidden="true" />
                </a>
              </Tip>
            )}
            <ArchiveButton
              id={contact.id}
              name={contact.name}
              version={contact.updatedAt}
              archived={contact.archivedAt !== null}
            />
            <PersonActions email={contact.email} name={contact.name} />
          </TooltipProvider>
        </div>
      </ListCell>
    </ListRow>
  )
}
