import { getTranslations } from 'next-intl/server'
import { HoursTable } from '@/components/hours'
import { StudioMap } from '@/components/layout/map'
import { StudioAddress } from '@/components/layout/studio-address'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import type { HouseHours } from '@/lib/rooms/house'
import { wazeLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import { visitLines, type VisitFacts } from '@/lib/settings/visit'

const BRING = {
  essential: ['outline', 'id', 'water'],
  optional: ['branded', 'merchandise', 'props'],
  provided: ['microphones', 'lighting', 'equipment'],
} as const

type Props = {
  studio: Site
  hours: HouseHours
  facts: VisitFacts
  /** In one column, as wide as a ticket above it. */
  narrow?: boolean
}

/** Information before the visit: where, when, and what to bring. */
export async function VisitDetails({ studio, hours, facts, narrow = false }: Props) {
  const [t, visit] = await Promise.all([getTranslations('confirmation'), getTranslations('visit')])
  const lines = visitLines(facts, visit)
  const { unit, street, city } = studio.address
  return (
    <div
      className={
        `mt-10 grid grid-cols-1 gap-6 ${narrow ? 'mx-auto max-w-180 print:max-w-none' : 'lg:grid-cols-[7fr_5fr]'} ` +
        'print:mt-6 print:grid-cols-[7fr_5fr] print:grid-rows-[auto_1fr] print:gap-y-4'
      }
    >
      {/* On paper the hours stand above the address, beside the longest card. */}
      <div className="grid content-start gap-6 print:contents">
        {lines.length > 0 && (
          <VisitCard
            id="before-you-come"
            title={visit('title')}
            className="print:col-start-1 print:row-span-2"
          >
            <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-2 print:gap-y-2">
              {lines.map(({ key, label, text }) => (
                <div key={key}>
                  <dt className="font-semibold text-tungsten">{label}</dt>
                  <dd className="mt-1 text-muted wrap-anywhere">{text}</dd>
                </div>
              ))}
            </dl>
          </VisitCard>
        )}
        <div data-no-print>
          <VisitCard title={t('bring.title')}>
            <div className="grid gap-5 sm:grid-cols-3">
              {(Object.keys(BRING) as (keyof typeof BRING)[]).map((group) => (
                <div key={group}>
                  <h3 className="font-sans text-sm font-semibold tracking-normal text-tungsten">
                    {t(`bring.${group}`)}
                  </h3>
                  <ul className="mt-1.5 grid gap-1 text-muted">
                    {BRING[group].map((item) => (
                      <li key={item}>{t(`bring.items.${item}`)}</li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </VisitCard>
        </div>
        <VisitCard title={t('hours.title')}>
          <div data-no-print>
            <HoursTable hours={hours} />
          </div>
          <p className="text-muted">{t('hours.early')}</p>
        </VisitCard>
      </div>
      <VisitCard title={t('location.title')}>
        <StudioAddress
          lines={[
            <strong key="name" className="font-semibold">
              {studio.name}
            </strong>,
            unit,
            `${street}, ${city}`,
          ]}
          parking={t('location.parking', studio.parking)}
          directions={{
            href: studio.directions,
            label: t('location.directions'),
            waze: wazeLink(studio.geo),
          }}
        />
        <div data-no-print>
          <StudioMap />
        </div>
      </VisitCard>
    </div>
  )
}

type CardProps = { id?: string; title: string; className?: string; children: Elements }

const VisitCard = ({ id, title, className, children }: CardProps) => (
  <section
    id={id}
    className={cn(
      'grid content-start gap-3 rounded-lg border border-line bg-card p-5 text-sm sm:p-6 ' +
        'print:border-0 print:p-0 print:text-xs',
      className,
    )}
  >
    <h2 className="text-lg">{title}</h2>
    {children}
  </section>
)
