import { useTranslations } from 'next-intl'

const POINTS = ['noRefunds', 'rescheduling', 'upgrading', 'downgrades', 'checkDetails'] as const

/** The booking policy (spec point 2), the same words wherever one pays. */
export function PolicyNotice() {
  const t = useTranslations('payment.policy')
  return (
    <section aria-labelledby="payment-policy" className="rounded-lg border border-line border-l-4 border-l-tungsten bg-raised px-4 py-3.5">
      <h3 id="payment-policy" className="font-sans text-sm font-semibold tracking-normal">
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
