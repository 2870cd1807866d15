import { useTranslations } from 'next-intl'
import { useId } from 'react'

const POINTS = ['noRefunds', 'rescheduling', 'upgrading', 'downgrades', 'checkDetails'] as const

/** The booking policy, with the same text in every payment: on phones as one paragraph. */
export function PolicyNotice() {
  const t = useTranslations('payment.policy')
  const title = useId() // The dialog shows it above a page that shows it too.
  return (
    <section
      aria-labelledby={title}
      className={
        'border-l-4 border-l-tungsten text-xs max-sm:pl-3 max-sm:leading-snug sm:rounded-lg ' +
        'sm:border-y sm:border-r sm:border-line sm:border-l-tungsten sm:bg-raised sm:px-4 sm:py-3.5'
      }
    >
      <h3
        id={title}
        className="mr-1.5 font-sans text-xs font-semibold tracking-normal max-sm:inline sm:text-sm"
      >
        {t('title')}
      </h3>
      <ul
        className={
          'text-muted max-sm:inline sm:mt-2 sm:grid sm:list-disc sm:gap-1 sm:pl-4 ' +
          'sm:marker:text-tungsten'
        }
      >
        {POINTS.map((point) => (
          <li key={point} className="max-sm:inline max-sm:not-last:after:content-['_·_']">
            {t(point)}
          </li>
        ))}
      </ul>
    </section>
  )
}
