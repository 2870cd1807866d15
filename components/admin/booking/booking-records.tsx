import { useTranslations } from 'next-intl'
import { MailActions } from '@/components/admin/attention/actions'
import { MailBadge } from '@/components/admin/shared/badges'
import { useMailName } from '@/components/admin/shared/mail-name'
import { useMoment } from '@/components/admin/shared/moment'
import type { BookingDetail } from '@/lib/admin/bookings/schema'

/** What was mailed about a booking; one that could not be delivered with what to do. */
export function BookingMails({ mails }: Pick<BookingDetail, 'mails'>) {
  const [t, words] = [useTranslations('admin.bookings'), useTranslations('admin.mails')]
  const nameOf = useMailName()
  const moment = useMoment()
  if (mails.length === 0) return <p className="text-sm text-muted">{t('drawer.noMails')}</p>
  return (
    <ul className="grid gap-2.5 text-sm">
      {mails.map((mail) => (
        <li key={mail.id} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span>{mail.says ? words(`says.${mail.says}`) : nameOf(mail.kind)}</span>
            <MailBadge state={mail.status}>{words(`states.${mail.status}`)}</MailBadge>
          </span>
          <span className="text-xs text-muted wrap-anywhere">
            {`${mail.recipient} · ${moment(mail.at)}`}
          </span>
          {mail.status === 'failed' && <MailActions id={mail.id} recipient={mail.recipient} />}
        </li>
      ))}
    </ul>
  )
}
