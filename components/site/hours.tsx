import { getTranslations } from 'next-intl/server'
import type { DayHours, Hours as OpeningHours } from '@/lib/studio'
import { hourText } from '@/lib/time'
import { HoursList, type OpeningLine } from './hours-list'

/** "09:00–21:00". */
export const hoursText = ({ opens, closes }: DayHours): string =>
  `${hourText(opens)}–${hourText(closes)}`

/** The opening hours in the page's language. */
export async function openingLines(hours: OpeningHours): Promise<OpeningLine[]> {
  const t = await getTranslations('footer')
  return [
    [t('weekdays'), hoursText(hours.weekday)],
    [t('weekends'), hoursText(hours.weekend)],
  ]
}

export async function Hours({ hours, className }: { hours: OpeningHours; className?: string }) {
  return <HoursList lines={await openingLines(hours)} className={className} />
}
