import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { MailActions } from '@/components/admin/attention/actions'
import { useContactWords } from '@/components/admin/contacts/contact-words'
import { useMoment } from '@/components/admin/shared/moment'
import { ToList } from '@/components/admin/shared/to-list'
import { MailBadge, StatusBadge } from '@/components/admin/shared/badges'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Thread, ThreadMessage, ThreadReply } from '@/lib/admin/inbox/schema'
import { mailtoHref, phoneHref } from '@/lib/settings/links'
import { AnswerForm } from './answer'
import { ArchiveThread } from './archive-thread'
import { NextSession } from './thread-list'

type Props = {
  thread: Thread
  /** The inbox's address. */
  path: string
  booking: (id: number) => string
  customer: (key: number) => string
}

/** What one person wrote and was answered, their next session, and the answer to write. */
export function ThreadView({ thread, path, booking, customer }: Props) {
  const t = useTranslations('admin.inbox')
  const { head, state, entries, left, next } = thread
  return (
    <article className="grid min-w-0 max-w-3xl gap-5">
      <div className="grid gap-2">
        <ToList href={path}>{t('back')}</ToList>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 className="min-w-0 grow basis-48 text-xl wrap-anywhere">{head.name}</h2>
          <ArchiveThread
            id={head.id}
            name={head.name}
            version={head.updatedAt}
            archived={state === 'archived'}
          />
        </div>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted *:inline-flex *:min-h-11 *:items-center">
          <a href={mailtoHref(head.email)} className="wrap-anywhere hover:text-fg">
            {head.email}
          </a>
          {head.phone && (
            <a
              href={phoneHref({ phone: head.phoneE164 ?? head.phone })}
              className="figures hover:text-fg"
            >
              {head.phone}
            </a>
          )}
          {thread.customer !== null && (
            <Link
              href={customer(thread.customer)}
              className="underline underline-offset-4 hover:text-fg"
            >
              {t('customer')}
            </Link>
          )}
        </p>
      </div>
      {next && (
        <Link
          href={booking(next.id)}
          className={buttonVariants({
            variant: 'outline',
            className: 'h-auto justify-between py-2 text-left whitespace-normal',
          })}
        >
          <span className="grid min-w-0">
            <span className="text-xs text-muted">{t('next')}</span>
            <NextSession next={next} />
          </span>
          <StatusBadge booking={next} />
        </Link>
      )}
      {left > 0 && <p className="text-sm text-muted">{t('older', { count: left })}</p>}
      <ol aria-label={t('thread')} className="grid gap-3">
        {entries.map((entry) => (
          <li
            key={`${entry.kind}-${entry.id}`}
            className={
              entry.kind === 'reply'
                ? 'ml-6 grid gap-1 rounded-lg border border-line bg-card p-3 sm:ml-12'
                : 'mr-6 grid gap-1 rounded-lg border border-line bg-raised p-3 sm:mr-12'
            }
          >
            {entry.kind === 'reply' ? (
              <Reply reply={entry} />
            ) : (
              <Message message={entry} known={head.name} />
            )}
          </li>
        ))}
      </ol>
      <AnswerForm
        id={head.id}
        version={head.updatedAt}
        name={head.name}
        email={head.email}
        kept={`answer-${thread.customer ?? `message-${head.id}`}`}
        whatsApp={thread.whatsApp}
        replies={thread.replies}
      />
    </article>
  )
}

/** `known`: the name that stands above the thread. */
function Message({ message, known }: { message: ThreadMessage; known: string }) {
  const moment = useMoment()
  const { subjectOf, aboutOf } = useContactWords()
  const about = aboutOf(message)
  return (
    <>
      <p className="text-xs text-muted wrap-anywhere">
        {[message.name === known ? '' : message.name, subjectOf(message), moment(message.createdAt)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{message.message}</p>
      {about && <p className="text-xs text-muted wrap-anywhere">{about}</p>}
    </>
  )
}

function Reply({ reply: { text, author, createdAt, mail } }: { reply: ThreadReply }) {
  const t = useTranslations('admin.inbox')
  const moment = useMoment()
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span className="wrap-anywhere">{`${t('answered', { author })} · ${moment(createdAt)}`}</span>
        {mail && <MailBadge state={mail.status}>{t(`mail.${mail.status}`)}</MailBadge>}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      {mail?.status === 'failed' && <MailActions id={mail.id} recipient={mail.recipient} />}
    </>
  )
}
