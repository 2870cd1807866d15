'use client'
import { useTranslations } from 'next-intl'
import { useContext } from 'react'
import { Link } from '@/components/admin/frame/link'
import { RoleContext } from '@/components/admin/frame/role'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { TodaySession } from '@/lib/admin/today/schema'
import { formatRM } from '@/lib/money'
import { mayAs } from '@/lib/roles'
import { phoneHref, whatsappLink } from '@/lib/settings/links'
import { MINUTE_MS, studioTime } from '@/lib/time'
import { ArrivedButton, SessionState, SessionWords } from './session-state'
import { useArrival } from './use-arrival'

type Props = {
  session: TodaySession
  /** In a house with several. */
  room: string | null
  now: number
  href: string
  changed: () => void
}

const LATE_MINUTES = 15

/** What keeps an hour from being sold, where nobody has the room. */
const WHY_NOT = {
  free: 'hourLongest',
  warn: 'hourLongest',
  taken: 'hourTaken',
  longest: 'hourLongest',
  no_charge: 'hourNoCharge',
  room_retired: 'hourRetired',
  over: 'hourOver',
} as const

/** One hour more, with its price, or in grey with what keeps it from being sold. */
function HourMore({ session: { hour }, href }: Pick<Props, 'session' | 'href'>) {
  const t = useTranslations('admin.today')
  if (!hour) return <span />
  const { state, priceSen, clash } = hour
  const isPossible = priceSen !== null && (state === 'free' || state === 'warn')
  const why = clash ? `${studioTime(new Date(clash.at))} ${clash.who}` : t(WHY_NOT[state])
  const beside = isPossible ? formatRM(priceSen) : why
  return (
    <Link
      href={`${href}?do=extend`}
      aria-label={isPossible ? t('hourFor', { price: beside }) : t('hourOff', { why })}
      className={buttonVariants({
        variant: isPossible ? 'default' : 'outline',
        size: 'sm',
        className: `h-11 min-w-0 flex-col gap-0 px-1 leading-tight ${isPossible ? '' : 'text-muted'}`,
      })}
    >
      <span>{t('hour')}</span>
      <span data-truncate className="figures w-full truncate text-center text-xs font-normal">
        {beside}
      </span>
    </Link>
  )
}

/** The session that is on, with what the owner does while it runs. */
export function NowCard({ session, room, now, href, changed }: Props) {
  const t = useTranslations('admin.today')
  const role = useContext(RoleContext)
  const { isExpected, isShown, note, pending } = useArrival(session, changed)
  const { name, phone, whatsApp, texts, wishes } = session
  const [from, to] = [Date.parse(session.from), Date.parse(session.to)]
  const percent = Math.round(((now - from) / (to - from)) * 100)
  const isLate = isShown && now - from >= LATE_MINUTES * MINUTE_MS
  const small = buttonVariants({ variant: 'outline', size: 'sm', className: 'h-11 px-0' })
  return (
    <article className="now-card">
      <p className="now-card-head">
        <span className="figures now-card-time">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-onair" />
          <span>
            {[t('now'), room, `${studioTime(new Date(from))}–${studioTime(new Date(to))}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <SessionState session={session} />
      </p>
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 className="text-lg leading-snug wrap-anywhere">
          <Link href={href} className="-my-2.5 inline-block py-2.5">
            {name}
          </Link>
        </h3>
        {session.member && <Badge variant="outline">{t('member')}</Badge>}
      </div>
      <SessionWords session={session} room={null} withoutArrival={isShown} />
      {wishes && <p className="line-clamp-2 text-sm wrap-anywhere">{wishes}</p>}
      <progress max={100} value={percent} aria-label={t('percent', { percent })} />
      {isShown && (
        <p className="flex flex-wrap gap-2">
          <ArrivedButton
            arrivedAt={session.arrivedAt}
            className="grow"
            disabled={pending || !isExpected}
            press={() => note('arrived')}
          />
          {isLate && whatsApp && (
            <a
              href={whatsappLink({ whatsapp: whatsApp }, texts.late)}
              target="_blank"
              rel="noopener noreferrer"
              className={`${small} grow ${isExpected ? '' : 'invisible'}`}
            >
              {t('late')}
            </a>
          )}
          {isLate && (
            <Button
              variant="outline"
              size="sm"
              className="h-11 grow"
              disabled={pending || !isExpected}
              onClick={() => note('no_show')}
            >
              {session.noShowAt ? t('isNoShow') : t('noShow')}
            </Button>
          )}
          {isLate && mayAs(role, 'manager') && (
            <Button
              variant="outline"
              size="sm"
              className="h-11 grow"
              disabled={pending || session.arrivedAt !== null || session.freeFrom !== null}
              onClick={() => note('no_show', true)}
            >
              {session.freeFrom
                ? t('isFree', { time: studioTime(new Date(session.freeFrom)) })
                : t('freeRoom')}
            </Button>
          )}
        </p>
      )}
      <p className="now-card-acts">
        {phone ? (
          <a
            href={phoneHref({ phone: whatsApp ? `+${whatsApp}` : phone })}
            aria-label={t('callName', { name })}
            className={small}
          >
            {t('call')}
          </a>
        ) : (
          <span />
        )}
        {whatsApp ? (
          <a
            href={whatsappLink({ whatsapp: whatsApp }, texts.about)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('whatsAppName', { name })}
            className={small}
          >
            {t('whatsApp')}
          </a>
        ) : (
          <span />
        )}
        <HourMore session={session} href={href} />
        <Link href={href} aria-label={t('moreName', { name })} className={small}>
          {t('more')}
        </Link>
      </p>
    </article>
  )
}
