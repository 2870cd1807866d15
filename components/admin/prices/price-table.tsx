import { useTranslations } from 'next-intl'
import { RATES } from '@/lib/catalog/rules'
import { formatRM, senOf } from '@/lib/money'
import { groupedPrices, type PricedService } from './rates'

type Props = {
  services: readonly PricedService[]
  /** Today's, which a rate that differs is compared with. */
  today?: ReadonlyMap<number, PricedService>
  label: string
}

const shown = (rate: string | null) => (rate === null ? '–' : formatRM(senOf(rate)))

/** Services by their rates; hidden and retired ones apart. */
export function PriceTable({ services, today, label }: Props) {
  const t = useTranslations('admin.prices')
  // A former rate is rare, and its column would push the others out of a phone's view.
  const rates = RATES.filter(
    (rate) =>
      rate !== 'formerHourlyRate' ||
      services.some((service) => service[rate] ?? today?.get(service.id)?.[rate]),
  )
  return (
    <div className="overflow-x-auto" role="group" aria-label={label} tabIndex={0}>
      <table className="figures w-full min-w-xl text-sm">
        <thead>
          <tr className="border-b border-line text-right text-xs text-muted *:p-2 *:font-medium">
            <th scope="col" className="text-left">
              {t('service')}
            </th>
            {rates.map((rate) => (
              <th key={rate} scope="col">
                {t(`columns.${rate}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groupedPrices(services).map(({ group, services: rows }) => (
          <tbody key={group}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={rates.length + 1}
                className="px-2 pt-4 pb-1 text-left text-xs font-semibold text-muted"
              >
                {t(group)}
              </th>
            </tr>
            {rows.map((service) => (
              <tr key={service.id} className="border-b border-line text-right align-baseline *:p-2">
                <th scope="row" className="text-left font-medium">
                  <span>{service.name}</span>
                  {service.state !== 'offered' && (
                    <span className="block text-xs font-normal text-muted">{t(service.state)}</span>
                  )}
                </th>
                {rates.map((rate) => {
                  const before = today?.get(service.id)
                  return (
                    <td key={rate}>
                      <span>{shown(service[rate])}</span>
                      {before && before[rate] !== service[rate] && (
                        <span className="block text-xs text-tungsten">
                          {t('was', { rate: shown(before[rate]) })}
                        </span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
