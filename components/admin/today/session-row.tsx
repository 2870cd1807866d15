'use client'
import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { Badge } from '@/components/ui/badge'
import type { TodaySession } from '@/lib/admin/today/schema'
import { MINUTE_MS, studioTime } from '@/lib/time'
import { ArrivedButton, SessionState, SessionWords } from './session-state'
import { useArrival } from './use-arrival'

type Props = {
  session: TodaySession
  room: string | null
  /** Null for another day. */
  now: number | null
  href: string
  changed: () => void
}

const HOUR = 60
// Earlier nobody waits at the door.
const EXPECTED_MINUTES = 90

/** A session that comes later; near its start, with Arrived. */
export function SessionRow({ session, room, now, href, changed }: Props) {
  const t = useTranslations('admin.today')
  const { isExpected, isShown, note, pending } = useArrival(session, changed)
  const { name } = session
  const minutes = now === null ? null : Math.round((Date.parse(session.from) - now) / MINUTE_MS)
  const soon = minutes !== null && minutes <= EXPECTED_MINUTES
  return (
    <li className="today-row">
      <span className="figures font-semibold">{studioTime(new Date(session.from))}</span>
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link href={href} className="font-semibold wrap-anywhere after:absolute after:inset-0">
            {name}
          </Link>
          {session.member && <Badge variant="outline">{t('member')}</Badge>}
        </p>
        <SessionWords session={session} room={room} withoutArrival={soon && isShown} />
        {minutes !== null && minutes > 0 && (
          <p className="figures text-sm text-muted">
            {minutes < HOUR
              ? t('inMinutes', { count: minutes })
              : t('inHours', { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR })}
          </p>
        )}
      </div>
      <div className="today-row-state">
        <SessionState session={session} />
        {soon && isShown && (
          <ArrivedButton
            arrivedAt={session.arrivedAt}
            disabled={pending || !isExpected}
            press={() => note('arrived')}
          />
        )}
      </div>
    </li>
  )
}
