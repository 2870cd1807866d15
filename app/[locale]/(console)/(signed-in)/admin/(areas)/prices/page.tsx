import { getTranslations } from 'next-intl/server'
import { connection } from 'next/server'
import { locale as rootLocale } from 'next/root-params'
import { Link } from '@/components/admin/frame/link'
import { PriceEditor } from '@/components/admin/prices/price-editor'
import { PriceTable } from '@/components/admin/prices/price-table'
import type { PricedService } from '@/components/admin/prices/rates'
import { RemoveButton } from '@/components/admin/shared/dialogs'
import { AdminMessages } from '@/components/admin/shared/messages'
import { serviceOption } from '@/components/booking/offers'
import { ServiceEntry } from '@/components/services/service-entry'
import { RateTable } from '@/components/services/rate-table'
import { buttonVariants } from '@/components/ui/button-variants'
import { requireRole } from '@/lib/auth/page-guards'
import { everyService, pricesByDate } from '@/lib/catalog/queries'
import { nameIn, PRICES_AHEAD_DAYS, RATES } from '@/lib/catalog/rules'
import type { AdminService, PriceSetDto } from '@/lib/catalog/schema'
import { pathIn } from '@/lib/i18n/path'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { site, taxSetting } from '@/lib/settings/queries'
import { addDays, longDate, studioDate } from '@/lib/time'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** The prices of today, those from a later date, and those that have held. */
export default async function PricesPage(props: PageProps<'/[locale]/admin/prices'>) {
  await requireRole('/admin/prices', 'owner')
  await connection() // the clock below is that of the request
  const now = new Date()
  const [t, locale, services, { coming, past }, { preview }] = [
    await getTranslations('admin.prices'),
    toLocale(await rootLocale()),
    await everyService(),
    await pricesByDate(now),
    await props.searchParams,
  ]
  const priced = (rows: readonly AdminService[]) =>
    rows.map((service): PricedService => ({ ...service, name: nameIn(locale, service) }))
  const today = new Map(priced(services).map((service) => [service.id, service]))
  const days = {
    first: addDays(studioDate(now), 1),
    last: addDays(studioDate(now), PRICES_AHEAD_DAYS),
  }
  const last = coming.at(-1)
  const shown = coming.find(({ id }) => String(id) === preview)
  return (
    <AdminMessages parts={['prices', 'form']}>
      <div className="grid min-w-0 gap-10">
        <section aria-labelledby="prices-coming" className="grid min-w-0 gap-5">
          <p className="measure text-sm text-muted">{t('intro')}</p>
          <h2 id="prices-coming" className="text-xl">
            {t('coming')}
          </h2>
          <div>
            <PriceEditor services={priced(last?.services ?? services)} days={days} />
          </div>
          {coming.length === 0 && <p className="text-muted">{t('noneComing')}</p>}
          {coming.map((set) => {
            const date = longDate(set.from, locale)
            const rows = priced(set.services)
            return (
              <article
                key={set.id}
                aria-label={t('fromDay', { date })}
                className="grid min-w-0 gap-3"
              >
                <h3 className="text-lg">{t('fromDay', { date })}</h3>
                <p className="text-sm text-muted">
                  {t('changes', { count: differences(rows, today) })}
                </p>
                <PriceTable services={rows} today={today} label={t('fromDay', { date })} />
                <div className="flex flex-wrap gap-2">
                  <Link
                    href={`${pathIn(locale, '/admin/prices')}?preview=${set.id}#preview`}
                    className={buttonVariants({ variant: 'outline' })}
                  >
                    {t('preview')}
                  </Link>
                  <PriceEditor
                    services={rows}
                    days={days}
                    set={{
                      ...{ id: set.id, from: set.from, version: set.updatedAt },
                      name: t('editTitle', { date }),
                    }}
                  />
                  <RemoveButton
                    path={`/api/admin/prices/${set.id}`}
                    version={set.updatedAt}
                    name={t('editTitle', { date })}
                    question={t('removeQuestion', { date })}
                    removed={t('removed', { date })}
                  />
                </div>
              </article>
            )
          })}
        </section>
        {shown && (
          <Preview
            title={`${t('preview')} · ${t('fromDay', { date: longDate(shown.from, locale) })}`}
            services={shown.services}
            locale={locale}
          />
        )}
        <section aria-labelledby="prices-now" className="grid min-w-0 gap-3">
          <h2 id="prices-now" className="text-xl">
            {t('now')}
          </h2>
          <PriceTable services={[...today.values()]} label={t('now')} />
        </section>
        {past.length > 0 && (
          <section aria-labelledby="prices-past" className="grid min-w-0 gap-3">
            <h2 id="prices-past" className="text-xl">
              {t('past')}
            </h2>
            {past.map((set) => {
              const label = t('fromDay', { date: longDate(set.from, locale) })
              const ids = new Set(set.rates.map(({ serviceId }) => serviceId))
              return (
                <details key={set.id} className="min-w-0">
                  <summary className="min-h-11 cursor-pointer py-2">{label}</summary>
                  <PriceTable
                    services={priced(pricesIn(set, services).filter(({ id }) => ids.has(id)))}
                    label={label}
                  />
                </details>
              )
            })}
          </section>
        )}
      </div>
    </AdminMessages>
  )
}

/** The services with the rates of a set that has held. */
const pricesIn = (set: PriceSetDto, services: readonly AdminService[]): AdminService[] =>
  services.map((service) => {
    const { serviceId: _, ...rates } = set.rates.find((one) => one.serviceId === service.id) ?? {}
    return { ...service, ...rates }
  })

const differences = (
  rows: readonly PricedService[],
  today: ReadonlyMap<number, PricedService>,
): number =>
  rows.reduce(
    (sum, row) => sum + RATES.filter((rate) => today.get(row.id)?.[rate] !== row[rate]).length,
    0,
  )

type PreviewProps = { title: string; services: readonly AdminService[]; locale: Locale }

/** As on /services, with the numbers of a set. */
async function Preview({ title, services, locale }: PreviewProps) {
  const [tax, studio] = [await taxSetting(), await site()]
  const offered = services
    .filter(({ isAddOn, state }) => !isAddOn && state === 'offered')
    .map((service) => serviceOption(service, locale))
  return (
    <section id="preview" aria-label={title} className="grid min-w-0 scroll-mt-16 gap-4">
      <h2 className="text-xl">{title}</h2>
      <div className="rounded-lg border border-line p-4">
        <ul className="divide-y divide-line">
          {offered.map((service) => (
            <ServiceEntry
              key={service.id}
              service={service}
              bookingHref={pathIn(locale, '/booking')}
              studio={studio}
              tax={tax}
            />
          ))}
        </ul>
        {offered.length > 0 && <RateTable services={offered} tax={tax} />}
      </div>
    </section>
  )
}
