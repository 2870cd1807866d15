import { useFormatter, useTranslations } from 'next-intl'
import { MailActions } from './mail-actions'
import type { ListedMail } from './types'

const MOMENT = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** Mails that were given up. Renders nothing when there are none. */
export function MailSection({ mails }: { mails: ListedMail[] }) {
  const t = useTranslations('admin.attention')
  const format = useFormatter()
  if (mails.length === 0) return null
  return (
    <section
      aria-labelledby="failed-mails"
      className="rounded-lg border border-l-4 border-onair/50 border-l-onair bg-raised"
    >
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id="failed-mails" className="text-base">
          {t('mails.title')} <span className="figures text-muted">({mails.length})</span>
        </h2>
        <p className="measure text-sm text-muted">{t('mails.hint')}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {mails.map((mail) => (
          <li
            key={mail.id}
            className="grid gap-3 px-4 py-3 text-sm lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
          >
            <div className="grid gap-1">
              <p className="wrap-anywhere">
                <span className="font-medium">
                  {t.has(`kinds.${mail.kind as 'contact_message'}`)
                    ? t(`kinds.${mail.kind as 'contact_message'}`)
                    : mail.kind}
                </span>
                {` · ${mail.recipient}`}
                {mail.bookingId !== null && ` · ${t('booking', { id: String(mail.bookingId) })}`}
                {mail.orderId !== null && ` · ${t('order', { id: String(mail.orderId) })}`}
              </p>
              <p className="figures text-xs text-muted wrap-anywhere">
                {format.dateTime(new Date(mail.createdAt), MOMENT)} ·{' '}
                {t('mails.attempts', { count: mail.attempts })}
                {mail.lastError && ` · ${mail.lastError}`}
              </p>
            </div>
            <MailActions id={mail.id} recipient={mail.recipient} />
          </li>
        ))}
      </ul>
    </section>
  )
}
