import { getTranslations } from 'next-intl/server'
import { cn } from '@/components/ui/cn'
import { openingHours } from '@/lib/availability/rules'
import { hourText } from '@/lib/time'

// A Monday and a Saturday of any year: the hours come from the rule that makes the slots, so they cannot disagree.
const EXAMPLES = { weekdays: '2024-01-01', weekends: '2024-01-06' } as const

export async function Hours({ className }: { className?: string }) {
  const t = await getTranslations('footer')
  return (
    <dl className={cn('figures grid gap-y-1', className)}>
      {(['weekdays', 'weekends'] as const).map((days) => {
        const { opens, closes } = openingHours(EXAMPLES[days], new Set())
        return (
          <div key={days} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{t(days)}</dt>
            <dd>{`${hourText(opens)}–${hourText(closes)}`}</dd>
          </div>
        )
      })}
    </dl>
  )
}
