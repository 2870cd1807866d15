import { useTranslations } from 'next-intl'
import { Changes, useAuditWords } from '@/components/admin/audit/changes'
import { useMoment } from '@/components/admin/shared/moment'
import type { BookingDetail } from '@/lib/admin/bookings/schema'
import { changesOf } from '@/lib/audit/rules'
import type { HouseNames } from '@/lib/audit/words'

type Props = Pick<BookingDetail, 'history'> & { names: HouseNames }

/** What was changed by hand, newest first; written on the server, which has the words of the audit log. */
export function BookingHistory({ history, names }: Props) {
  const t = useTranslations('admin.bookings')
  const words = useAuditWords(names)
  const moment = useMoment()
  if (history.length === 0) return <p className="text-sm text-muted">{t('drawer.noHistory')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {history.map(({ id, actor, action, before, after, at }) => {
        const changes = changesOf(before, after)
        return (
          <li key={id} className="grid gap-0.5">
            <span>{words.action(action)}</span>
            {changes.length > 0 && <Changes entity="booking" changes={changes} names={names} />}
            <span className="text-xs text-muted">
              {t('drawer.by', { actor: words.actor(actor), date: moment(at) })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
