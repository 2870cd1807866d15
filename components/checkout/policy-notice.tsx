import { useTranslations } from 'next-intl'
import { useId } from 'react'

const POINTS = ['noRefunds', 'rescheduling', 'upgrading', 'downgrades', 'checkDetails'] as const

/** The booking policy, with the same text in every payment. */
export function PolicyNotice() {
  const t = useTranslations('payment.policy')
  const title = useId() // The dialog shows it above a page that shows it too.
  return (
    <section
      aria-labelledby={title}
      className="rounded-lg border border-line border-l-4 border-l-tungsten bg-raised px-4 py-3.5"
    >
      <h3 id={title} className="font-sans text-sm font-semibold tracking-normal">
        {t('title')}
      </h3>
      <ul className="mt-2 grid list-disc gap-1 pl-4 text-xs text-muted marker:text-tungsten">
        {POINTS.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
      </ul>
    </section>
  )
}
