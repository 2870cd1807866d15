import { useTranslations } from 'next-intl'
import { Changes, useAuditNames } from '@/components/admin/audit/changes'
import { useMoment } from '@/components/admin/shared/moment'
import type { BookingDetail } from '@/lib/admin/bookings/schema'
import { changesOf } from '@/lib/audit/rules'

/** What was changed by hand, newest first; written on the server, which has the words of the audit log. */
export function BookingHistory({ history }: Pick<BookingDetail, 'history'>) {
  const t = useTranslations('admin.bookings')
  const named = useAuditNames()
  const moment = useMoment()
  if (history.length === 0) return <p className="text-sm text-muted">{t('drawer.noHistory')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {history.map(({ id, actor, action, before, after, at }) => {
        const changes = changesOf(before, after)
        return (
          <li key={id} className="grid gap-0.5">
            <span>{named('actions', action)}</span>
            {changes.length > 0 && <Changes changes={changes} />}
            <span className="text-xs text-muted">
              {t('drawer.by', { actor, date: moment(at) })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
