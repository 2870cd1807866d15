import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'

type Props = {
  /** The lines of the address. */
  lines: readonly ReactNode[]
  parking: string
  directions?: { href: string; label: string; waze: string }
}

/** The studio's location: its address, the parking, and links to directions. */
export function StudioAddress({ lines, parking, directions }: Props) {
  const t = useTranslations('common')
  return (
    <>
      <address className="not-italic">
        {lines.map((line, index) => (
          <Fragment key={index}>
            {index > 0 && <br />}
            <span>{line}</span>
          </Fragment>
        ))}
      </address>
      <p className="text-sm text-muted">{parking}</p>
      {directions && (
        <p className="flex flex-wrap gap-x-5">
          {[directions, { href: directions.waze, label: 'Waze' }].map(({ href, label }) => (
            <a
              key={href}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className={
                'w-fit min-w-11 py-3 text-tungsten underline decoration-tungsten/40 underline-offset-4 ' +
                'hover:decoration-tungsten'
              }
            >
              <span>{label}</span>
              <span className="sr-only"> ({t('newTab')})</span>
            </a>
          ))}
        </p>
      )}
    </>
  )
}
