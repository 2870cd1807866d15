'use client'
import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useAct } from '@/components/admin/shared/use-act'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { TodaySession } from '@/lib/admin/today/schema'
import { MINUTE_MS, studioTime } from '@/lib/time'
import { SessionWords, SessionState } from './session-state'

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
  const { act, pending } = useAct(changed)
  const { id, name, version } = session
  const minutes = now === null ? null : Math.round((Date.parse(session.from) - now) / MINUTE_MS)
  const soon = minutes !== null && minutes <= EXPECTED_MINUTES
  const isExpected = !session.arrivedAt && !session.noShowAt
  const arrive = () =>
    void act({
      method: 'PATCH',
      path: `/api/admin/bookings/${id}/arrival`,
      body: { state: 'arrived', version },
      said: t('noted.arrived', { name }),
    })
  return (
    <li className="relative grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-3 py-3 max-[379px]:grid-cols-[3.25rem_minmax(0,1fr)]">
      <span className="figures font-semibold">{studioTime(new Date(session.from))}</span>
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link href={href} className="font-semibold wrap-anywhere after:absolute after:inset-0">
            {name}
          </Link>
          {session.member && <Badge variant="outline">{t('member')}</Badge>}
        </p>
        <SessionWords session={session} room={room} />
        {minutes !== null && minutes > 0 && (
          <p className="figures text-sm text-muted">
            {minutes < HOUR
              ? t('inMinutes', { count: minutes })
              : t('inHours', { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR })}
          </p>
        )}
      </div>
      <div className="relative grid justify-items-end gap-1.5 max-[379px]:col-start-2 max-[379px]:flex max-[379px]:flex-wrap max-[379px]:items-center max-[379px]:justify-between">
        <SessionState session={session} />
        {soon && isExpected && (
          <Button variant="outline" size="sm" className="h-11" disabled={pending} onClick={arrive}>
            {t('arrived')}
          </Button>
        )}
      </div>
    </li>
  )
}
