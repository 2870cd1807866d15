import { useTranslations } from 'next-intl'
import { TaxedRate } from '@/components/checkout/tax'
import { Messages } from '@/components/intl'
import { savings, SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import { formatRM } from '@/lib/money'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import { Calculator, type Package } from './calculator'
import { FoldedOnPhones } from './folded'
import { WholeWords } from '@/components/ui/words'

type Props = { packages: Package[]; tax: TaxSetting }

/**
 * The calculation with the visitor's own numbers, and a table for every service that needs no
 * JavaScript.
 */
export function SavingsSection({ packages, tax }: Props) {
  const t = useTranslations('membership.savings')
  const sessions = SESSIONS_PER_FREE + 1
  return (
    <section className="section wrap grid gap-x-16 gap-y-12 lg:grid-cols-2 in-[[data-member='1']]:hidden">
      <div className="grid content-start gap-6">
        <h2>
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="max-w-[54ch] text-muted">{t('lead', taxFacts(tax))}</p>
        <Messages namespaces={['membership.savings']}>
          <Calculator
            packages={packages}
            taxed={packages.map(({ id, hourly }) => (
              <TaxedRate key={id} sen={hourly} tax={tax} />
            ))}
          />
        </Messages>
      </div>
      <FoldedOnPhones
        className="self-end"
        summary={
          <h3 className="inline text-lg" id="savings-table">
            {t('table', { sessions })}
          </h3>
        }
      >
        <table
          aria-labelledby="savings-table"
          className="figures mt-4 w-full text-right text-sm max-sm:text-xs"
        >
          <thead>
            <tr
              className={
                'border-y border-line text-xs text-muted *:py-3 *:font-medium [&>*+*]:pl-3 ' +
                'sm:[&>*+*]:pl-6'
              }
            >
              <th scope="col" className="text-left">
                {t('package')}
              </th>
              <th scope="col">{t('without')}</th>
              <th scope="col">{t('with')}</th>
            </tr>
          </thead>
          <tbody>
            {packages.map(({ id, name, hourly }) => {
              const sum = savings(hourly, sessions)
              return (
                <tr
                  key={id}
                  className="border-b border-line align-baseline *:py-3.5 [&>*+*]:pl-3 sm:[&>*+*]:pl-6"
                >
                  <th scope="row" className="text-left font-medium">
                    <WholeWords>{name}</WholeWords>
                  </th>
                  <td className="text-muted line-through decoration-edge">
                    {formatRM(sum.without)}
                  </td>
                  <td className="font-semibold">
                    <span>{formatRM(sum.with)}</span>
                    <TaxedRate sen={sum.with} tax={tax} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </FoldedOnPhones>
    </section>
  )
}
