import { useTranslations } from 'next-intl'
import type { TodayGap } from '@/lib/admin/today/schema'
import { whatsappLink } from '@/lib/settings/links'
import { studioDate, studioTime } from '@/lib/time'

type Props = {
  gap: TodayGap
  room: string | null
  /** The booking page. */
  link: string
  studioName: string
  several: boolean
}

/** Hours that nobody has booked, and a link to send to somebody, to the first that they can book. */
export function GapRow({ gap, room, link, studioName, several }: Props) {
  const t = useTranslations('admin.today')
  const texts = useTranslations('admin.texts')
  const time = studioTime(new Date(gap.from))
  const offered = gap.offer === null ? null : new Date(gap.offer)
  return (
    <li className="today-gap">
      <span className="figures text-muted">{time}</span>
      <span className="text-sm text-muted">
        {[room, t('until', { time: endOf(gap.to) })].filter(Boolean).join(' · ')}
      </span>
      {offered && (
        <a
          href={whatsappLink(
            {},
            texts('offer', {
              ...{ studio: studioName, time: studioTime(offered) },
              link: `${link}?${query(offered)}`,
            }),
          )}
          target="_blank"
          rel="noopener noreferrer"
          className="today-link"
        >
          {gap.offer === gap.from ? t('offer') : t('offerAt', { time: studioTime(offered) })}
        </a>
      )}
    </li>
  )

  function query(start: Date): URLSearchParams {
    return new URLSearchParams({
      date: studioDate(start),
      time: studioTime(start),
      ...(several && { room: String(gap.roomId) }),
    })
  }
}

/** Midnight is the end of its day. */
const endOf = (instant: string): string => {
  const time = studioTime(new Date(instant))
  return time === '00:00' ? '24:00' : time
}
