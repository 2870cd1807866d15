'use client'
import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useNow } from '@/components/browser/use-now'
import type { Today, TodayGap, TodaySession, Todo } from '@/lib/admin/today/schema'
import { pathIn } from '@/lib/i18n/path'
import { addDays, MINUTE_MS, studioDate, studioTime } from '@/lib/time'
import { GapRow } from './gap-row'
import { NowCard } from './now-card'
import { SessionRow } from './session-row'
import { TodoList } from './todo-list'
import { useKeptPlaces } from './use-kept-places'
import { useSyncToday } from './use-sync-today'
import { WeekBars } from './week-bars'

type Props = {
  initial: Today
  /** The server's time when the page was made, until the browser knows it. */
  madeAt: number
  studioName: string
  siteUrl: string
  /** With all that is to be done. */
  all: boolean
}

const NOTHING: readonly Todo[] = []

const isNow = ({ from, to }: TodaySession, now: number) =>
  Date.parse(from) <= now && now < Date.parse(to)

/** The owner's day: who is in the studio, who comes next, what is to be done. */
export function TodayView({ initial, madeAt, studioName, siteUrl, all }: Props) {
  const t = useTranslations('admin.today')
  const locale = useLocale()
  const { today, readAt, stale, read } = useSyncToday(initial, { all })
  const now = useNow(MINUTE_MS) ?? madeAt
  const { sessions, rooms } = today
  const todo = useKeptPlaces(today.todo ?? NOTHING)
  const several = rooms.length > 1
  const roomName = (id: number) =>
    several ? (rooms.find((room) => room.id === id)?.name ?? null) : null
  const isToday = ({ from }: { from: string }) => studioDate(new Date(from)) === today.date
  const running = sessions.filter((session) => isNow(session, now))
  const later = sessions.filter((session) => Date.parse(session.from) > now)
  const laterToday = later.filter(isToday)
  const tomorrow = later.filter((session) => !isToday(session))
  const rows: (TodaySession | TodayGap)[] = [...laterToday, ...today.gaps].sort((a, b) =>
    a.from.localeCompare(b.from),
  )
  const next = later[0]
  const detail = (id: number) => pathIn(locale, `/admin/bookings/${id}`)
  const sheet = (date: string) => `${pathIn(locale, '/admin/calendar/sheet')}?date=${date}`
  return (
    <div className="today">
      {stale && (
        <p role="status" className="today-stale">
          {t('stale', { time: studioTime(new Date(readAt ?? madeAt)) })}
        </p>
      )}
      <section aria-labelledby="today-now" className="grid content-start gap-3">
        <h2 id="today-now" className="sr-only">
          {t('now')}
        </h2>
        {running.map((session) => (
          <NowCard
            key={`${session.id} ${session.from}`}
            session={session}
            room={roomName(session.roomId)}
            now={now}
            href={detail(session.id)}
            changed={() => void read()}
          />
        ))}
        {running.length === 0 && <p className="text-muted">{t('nothingNow')}</p>}
      </section>
      <section aria-labelledby="today-next" className="grid content-start gap-2">
        <h2 id="today-next" className="text-sm font-semibold">
          {t('next')}
        </h2>
        {rows.length > 0 ? (
          <ul className="today-list">
            {rows.map((row) =>
              'id' in row ? (
                <SessionRow
                  key={`${row.id} ${row.from}`}
                  session={row}
                  room={roomName(row.roomId)}
                  now={now}
                  href={detail(row.id)}
                  changed={() => void read()}
                />
              ) : (
                <GapRow
                  key={`${row.roomId} ${row.from}`}
                  gap={row}
                  room={roomName(row.roomId)}
                  link={`${siteUrl}${pathIn(locale, '/booking')}`}
                  studioName={studioName}
                  several={several}
                />
              ),
            )}
          </ul>
        ) : (
          <p className="text-muted">{t('nothingToday')}</p>
        )}
      </section>
      {today.todo && (
        <TodoList
          todo={todo}
          more={today.more}
          all={all}
          next={next ? studioTime(new Date(next.from)) : null}
          changed={() => void read()}
        />
      )}
      <section aria-labelledby="today-tomorrow" className="grid content-start gap-2">
        <h2 id="today-tomorrow" className="today-head">
          <span>{t('tomorrow')}</span>
          <span className="font-normal text-muted">
            {t('sessions', { count: tomorrow.length })}
          </span>
        </h2>
        {tomorrow.length > 0 ? (
          <ul className="today-list">
            {tomorrow.map((session) => (
              <SessionRow
                key={`${session.id} ${session.from}`}
                session={session}
                room={roomName(session.roomId)}
                now={null}
                href={detail(session.id)}
                changed={() => void read()}
              />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{t('nothingTomorrow')}</p>
        )}
      </section>
      <WeekBars week={today.week} />
      <p className="flex flex-wrap gap-x-5 text-sm">
        <Link href={sheet(today.date)} className="today-print">
          {t('printToday')}
        </Link>
        <Link href={sheet(addDays(today.date, 1))} className="today-print">
          {t('printTomorrow')}
        </Link>
      </p>
    </div>
  )
}
