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

/** Hours that nobody has booked, and a link to them to send to somebody. */
export function GapRow({ gap, room, link, studioName, several }: Props) {
  const t = useTranslations('admin.today')
  const texts = useTranslations('admin.texts')
  const from = new Date(gap.from)
  const time = studioTime(from)
  const query = new URLSearchParams({
    date: studioDate(from),
    time,
    ...(several && { room: String(gap.roomId) }),
  })
  return (
    <li className="today-gap">
      <span className="figures text-muted">{time}</span>
      <span className="text-sm text-muted">
        {[room, t('until', { time: endOf(gap.to) })].filter(Boolean).join(' · ')}
      </span>
      <a
        href={whatsappLink(
          {},
          texts('offer', { studio: studioName, time, link: `${link}?${query}` }),
        )}
        target="_blank"
        rel="noopener noreferrer"
        className="today-link"
      >
        {t('offer')}
      </a>
    </li>
  )
}

/** Midnight is the end of its day. */
const endOf = (instant: string): string => {
  const time = studioTime(new Date(instant))
  return time === '00:00' ? '24:00' : time
}
