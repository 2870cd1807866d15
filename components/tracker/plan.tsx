import { useTranslations } from 'next-intl'
import { Check } from 'lucide-react'
import { clockText, type Milestone } from '@/lib/recording/rules'

/** The milestones along a line, with their times; those that were reached are highlighted. */
export function Plan({
  milestones,
  brief = false,
}: {
  milestones: readonly Milestone[]
  brief?: boolean
}) {
  const t = useTranslations('tracker.app')
  return (
    <ol className="ml-2 grid gap-6 border-l border-line">
      {milestones.map(({ id, time, completed }) => (
        <li key={id} className="relative grid gap-0.5 pl-6">
          <span
            aria-hidden="true"
            className={
              'absolute top-1 -left-2 grid size-4 place-items-center rounded-full border transition-colors ' +
              (completed ? 'border-meter bg-meter text-ink' : 'border-edge bg-ground')
            }
          >
            {completed && <Check className="size-3" strokeWidth={3.5} />}
          </span>
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className={`figures text-sm ${completed ? 'text-meter' : 'text-muted'}`}>
              {clockText(time)}
            </span>
            <span className="font-semibold">{t(`milestone.${id}`)}</span>
            {brief && (
              <span className="sr-only">{completed ? t('live.done') : t('live.open')}</span>
            )}
          </span>
          {!brief && <span className="text-sm text-muted">{t(`milestone.${id}Text`)}</span>}
        </li>
      ))}
    </ol>
  )
}
