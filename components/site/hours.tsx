import { getTranslations } from 'next-intl/server'
import { openingHours } from '@/lib/availability/rules'
import { hourText } from '@/lib/time'
import { HoursList, type OpeningLine } from './hours-list'

// A Monday and a Saturday of any year: the hours come from the rule that makes the slots, so they cannot disagree.
const EXAMPLES = { weekdays: '2024-01-01', weekends: '2024-01-06' } as const

/** The opening hours in the page's language. */
export async function openingLines(): Promise<OpeningLine[]> {
  const t = await getTranslations('footer')
  return (['weekdays', 'weekends'] as const).map((days) => {
    const { opens, closes } = openingHours(EXAMPLES[days], new Set())
    return [t(days), `${hourText(opens)}–${hourText(closes)}`]
  })
}

export async function Hours({ className }: { className?: string }) {
  return <HoursList lines={await openingLines()} className={className} />
}
