import { useTranslations } from 'next-intl'
import type { ServiceOption } from '@/components/booking/options'
import { useFullPrice } from '@/components/checkout/tax'
import { formatRate } from '@/lib/money'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import { WholeWords } from '@/components/ui/words'

/** Hourly rates side by side, for whoever opens them, each with a bar relative to the highest. */
export function RateTable({ services, tax }: { services: ServiceOption[]; tax: TaxSetting }) {
  const t = useTranslations('services')
  const dearest = Math.max(...services.map(({ rates }) => rates.hourly))
  return (
    <details className="wrap py-8 lg:py-12">
      <summary className="min-h-11 cursor-pointer py-2 hover:text-tungsten">
        <h2 className="inline text-2xl sm:text-3xl">
          <WholeWords>{t('compare.title')}</WholeWords>
        </h2>
      </summary>
      {/* Inside: a link to it opens the details. */}
      <p id="rates" className="measure mt-3 text-muted">
        <span>{t('compare.lead', taxFacts(tax))}</span>
        {/* In narrow columns the words would take most of the table. */}
        {taxFacts(tax).charge !== 'none' && (
          <span className="block lg:hidden">{t('compare.small', taxFacts(tax))}</span>
        )}
      </p>
      <table className="figures mt-10 w-full border-t border-line text-sm">
        <thead>
          <tr className="border-b border-line text-right text-xs text-muted *:py-3 *:font-medium [&>*+*]:pl-1.5 min-[360px]:[&>*+*]:pl-2.5 sm:[&>*+*]:pl-6">
            <th scope="col" className="text-left">
              {t('compare.service')}
            </th>
            <th scope="col">{t('compare.hourly')}</th>
            <th scope="col">{t('compare.halfDay')}</th>
            <th scope="col">{t('compare.fullDay')}</th>
          </tr>
        </thead>
        <tbody>
          {services.map(({ id, name, rates }) => (
            <tr
              key={id}
              className="border-b border-line text-right align-baseline *:py-4 [&>*+*]:pl-1.5 min-[360px]:[&>*+*]:pl-2.5 sm:[&>*+*]:pl-6 max-sm:text-xs"
            >
              <th scope="row" className="w-2/5 text-left font-semibold lg:w-1/2">
                <span>
                  <WholeWords>{name}</WholeWords>
                </span>
                <span
                  aria-hidden="true"
                  className="mt-2.5 hidden h-1 rounded-full bg-tungsten/70 sm:block"
                  style={{ width: `${Math.round((rates.hourly / dearest) * 100)}%` }}
                />
              </th>
              <Cell value={rates.hourly} tax={tax} none={t('compare.none')} />
              <Cell value={rates.halfDay} tax={tax} none={t('compare.none')} />
              <Cell value={rates.fullDay} tax={tax} none={t('compare.none')} />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

type CellProps = { value: number | null; tax: TaxSetting; none: string }

const Cell = ({ value, tax, none }: CellProps) => (
  <td className={value === null ? 'text-faint' : undefined}>
    {value === null ? (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{none}</span>
      </>
    ) : (
      <>
        <span>{formatRate(value)}</span>
        <FullPrice sen={value} tax={tax} />
      </>
    )}
  </td>
)

/** The price with tax below a rate; in narrow columns without its words, which the lead explains. */
function FullPrice({ sen, tax }: { sen: number; tax: TaxSetting }) {
  const price = useFullPrice(sen, tax)
  return (
    price && (
      <span className="block text-xs font-normal text-muted">
        <span aria-hidden="true" className="lg:hidden">
          {price.total}
        </span>
        <span className="max-lg:sr-only">{price.words}</span>
      </span>
    )
  )
}
