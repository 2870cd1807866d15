import { Mail, MessageCircle } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { TableCell, TableRow } from '@/components/ui/table'
import { Tip } from '@/components/ui/tooltip'
import { replyLink, SUBJECTS, whatsappNumber } from '@/lib/contacts/rules'
import type { OwnedContact } from '@/lib/contacts/schema'
import { PersonActions } from '../people/person-actions'
import { ArchiveButton } from './archive-button'

const DATE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const cell = 'align-top max-lg:block max-lg:p-0'
const LONG = 240

/**
 * One message: a row, and on phones a card. What visitors typed is text, whatever it looks like.
 */
export function ContactRow({ contact }: { contact: OwnedContact }) {
  const [t, subjects] = [useTranslations('admin.contacts'), useTranslations('contact.subject')]
  const format = useFormatter()
  const known = SUBJECTS.find((subject) => subject === contact.subject)
  const subject = known ? subjects(known) : contact.subject
  const about = [
    contact.company,
    contact.designation,
    contact.industry,
    contact.companySize,
    contact.experience,
    contact.topics,
  ]
    .filter(Boolean)
    .join(' · ')
  const number = whatsappNumber(contact.phone)
  const reply = replyLink({
    email: contact.email,
    subject: t('replySubject', { subject }),
    greeting: t('greeting', { name: contact.name }),
    message: contact.message,
  })
  return (
    <TableRow role="row" className="max-lg:grid max-lg:h-auto max-lg:gap-2 max-lg:p-4">
      <TableCell role="cell" className={`${cell} lg:max-w-44`}>
        <span className="block font-medium wrap-anywhere">{contact.name}</span>
        {about && <span className="block text-xs text-muted wrap-anywhere">{about}</span>}
      </TableCell>
      <TableCell role="cell" className={`${cell} lg:max-w-52`}>
        <a
          href={`mailto:${encodeURIComponent(contact.email)}`}
          className="wrap-anywhere text-muted hover:text-fg"
        >
          {contact.email}
        </a>
        {contact.phone && <span className="figures block text-xs text-muted">{contact.phone}</span>}
      </TableCell>
      <TableCell role="cell" className={`${cell} lg:max-w-40`}>
        {subject}
      </TableCell>
      <TableCell role="cell" className={`${cell} figures text-xs text-muted lg:whitespace-nowrap`}>
        {format.dateTime(new Date(contact.createdAt), DATE)}
      </TableCell>
      <TableCell role="cell" className={`${cell} lg:min-w-72`}>
        {contact.message.length <= LONG ? (
          <p className="measure whitespace-pre-line wrap-anywhere">{contact.message}</p>
        ) : (
          <details className="measure">
            <summary className="wrap-anywhere">
              {t('more', { start: contact.message.slice(0, LONG).trimEnd() })}
            </summary>
            <p className="mt-2 border-t border-line pt-2 whitespace-pre-line wrap-anywhere">
              {contact.message}
            </p>
          </details>
        )}
      </TableCell>
      <TableCell role="cell" className={`${cell} lg:w-52`}>
        <div className="flex gap-1 lg:justify-end">
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
                href={`https://wa.me/${number}?text=${encodeURIComponent(t('greeting', { name: contact.name }))}`}
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
        </div>
      </TableCell>
    </TableRow>
  )
}
